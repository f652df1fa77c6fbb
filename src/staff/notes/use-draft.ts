import { useEffect, useState } from 'react';
import type { Delta } from '#domain/notes.ts';
import type { DeviceDraft, DeviceDrafts } from '#staff/client/device-drafts.ts';
import {
  createDraftSaver,
  type DraftSaver,
  type DraftState,
  type SaveResult,
  type Stored,
} from '#staff/notes/draft-saver.ts';

type Draft = Pick<DraftSaver, 'change' | 'flush'> & {
  saver: DraftSaver;
  state: DraftState;
  /** What the editor begins with. It changes only when the text is replaced as a whole. */
  initial: Delta;
  /** The editor is made anew with each replaced text. */
  editor_key: number;
  /** Where the cursor of that editor begins; at the end if it is undefined. */
  cursor: number | undefined;
  /** Puts another text into the editor, as if it were typed. */
  replace: (body: Delta, cursor?: number) => void;
  /** Ends a conflict with this text. */
  resolve: (body: Delta) => void;
};

type Shown = Pick<Draft, 'initial' | 'editor_key' | 'cursor'>;

/** Where a text is kept in this browser until the server has it. */
type Device = { kept: DeviceDraft | null; drafts: DeviceDrafts; name: string };

const openSaver = (
  stored: Stored,
  save: (body: Delta, version: number) => Promise<SaveResult>,
  device: Device | undefined,
): DraftSaver =>
  createDraftSaver({
    stored,
    save,
    ...(device && {
      kept: device.kept,
      ...onDevice(device),
    }),
  });

/** After each writing to the device, so that sealing a long note does not slow down typing. */
const DEVICE_PAUSE_MS = 250;

/** Keeps the latest text and forgets it, one after the other: what was typed meanwhile waits, and only the last of it. */
function onDevice({ drafts, name }: Device) {
  let isBusy = false;
  let next: (() => Promise<unknown>) | null = null;
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    next = act;
    if (isBusy) return;
    isBusy = true;
    for (let todo: (() => Promise<unknown>) | null = act; todo !== null; todo = next) {
      next = null;
      await todo();
      await new Promise((resolve) => setTimeout(resolve, DEVICE_PAUSE_MS));
    }
    isBusy = false;
  };
  return {
    keep: (body: Delta, version: number) => void run(() => drafts.save(name, { body, version })),
    forget: () => void run(() => drafts.drop(name)),
  };
}

/**
 * A document that is saved while somebody types, and at once when the screen is hidden or left. `stored`, `save` and
 * `device` are those of the first rendering.
 */
export function useDraft(
  stored: Stored,
  save: (body: Delta, version: number) => Promise<SaveResult>,
  device?: Device,
): Draft {
  const [saver] = useState(() => openSaver(stored, save, device));
  const [state, setState] = useState(saver.state);
  const [shown, setShown] = useState<Shown>({ initial: saver.body, editor_key: 0, cursor: undefined });
  useEffect(() => saver.watch(setState), [saver]);

  useEffect(() => {
    const flush = () => {
      if (saver.isDirty) void saver.flush();
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (saver.isDirty) event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('online', flush);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', flush);
      window.removeEventListener('beforeunload', onLeave);
      flush();
      saver.stop();
    };
  }, [saver]);

  const put = (initial: Delta, cursor?: number) =>
    setShown(({ editor_key }) => ({ initial, editor_key: editor_key + 1, cursor }));
  return {
    saver,
    state,
    ...shown,
    change: (body) => saver.change(body),
    flush: () => saver.flush(),
    replace: (body, cursor) => {
      put(body, cursor);
      saver.change(body);
    },
    resolve: (body) => {
      put(body);
      saver.resolve(body);
    },
  };
}
