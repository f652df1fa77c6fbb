import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DeviceDraft, type DeviceDrafts, deviceDrafts } from '#staff/api/device-drafts.ts';
import {
  createDraftSaver,
  type DraftSaver,
  type DraftState,
  type SaveResult,
  type Stored,
} from '#staff/parts/draft-saver.ts';

export type Draft<Body> = Pick<DraftSaver<Body>, 'change' | 'flush'> & {
  saver: DraftSaver<Body>;
  state: DraftState<Body>;
  /** This browser has the latest text. */
  isOnDevice: boolean;
  /** What the editor begins with. It changes only when the document is replaced as a whole. */
  initial: Body;
  /** The editor is made anew with each replaced text. */
  editor_key: number;
  /** Where the cursor of that editor begins; at the end if it is undefined. */
  cursor: number | undefined;
  /** Puts another text into the editor, as if it were typed. */
  replace: (body: Body, cursor?: number) => void;
  /** Ends a conflict with this document. */
  resolve: (body: Body) => void;
};

type Shown<Body> = Pick<Draft<Body>, 'initial' | 'editor_key' | 'cursor'>;

/** Where a text is kept in this browser until the server has it. */
export type Device<Body> = { kept: DeviceDraft<Body> | null; drafts: DeviceDrafts; name: string };

/**
 * Looks for what was typed in this browser and did not reach the server; undefined until it has looked. For what is no health
 * data.
 */
export function useDevice<Body>(name: string): Device<Body> | undefined {
  const [drafts] = useState(() => deviceDrafts(null));
  const { data: kept } = useQuery({
    queryKey: ['kept', name],
    queryFn: () => drafts.load<Body>(name),
    gcTime: 0,
  });
  return kept === undefined ? undefined : { kept, drafts, name };
}

type DraftOptions<Body> = {
  stored: Stored<Body>;
  save: (body: Body, version: number) => Promise<SaveResult<Body>>;
  /** Whether nothing has to be saved between these two. */
  isSame: (a: Body, b: Body) => boolean;
  device?: Device<Body>;
};

const openSaver = <Body>(
  { device, ...options }: DraftOptions<Body>,
  onKept: (isKept: boolean) => void,
): DraftSaver<Body> =>
  createDraftSaver({
    ...options,
    ...(device && {
      kept: device.kept,
      ...onDevice(device, onKept),
    }),
  });

/** After each writing to the device, so that sealing a long note does not slow down typing. */
const DEVICE_PAUSE_MS = 250;

/**
 * Keeps the latest text and forgets it, one after the other: what was typed meanwhile waits, and only the last of it. `onKept`
 * hears whether this browser could keep it.
 */
export function onDevice<Body>(
  { drafts, name }: Pick<Device<Body>, 'drafts' | 'name'>,
  onKept: (isKept: boolean) => void = () => undefined,
) {
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
    keep: (body: Body, version: number) =>
      void run(async () => onKept(await drafts.save(name, { body, version }))),
    forget: () => void run(() => drafts.drop(name)),
  };
}

/**
 * A document that is saved while someone types, and at once when the screen is hidden or left. The options are those of
 * the first rendering.
 */
export function useDraft<Body>(options: DraftOptions<Body>): Draft<Body> {
  const [isOnDevice, setIsOnDevice] = useState(Boolean(options.device?.kept));
  const [saver] = useState(() => openSaver(options, setIsOnDevice));
  const [state, setState] = useState(saver.state);
  const [shown, setShown] = useState<Shown<Body>>({ initial: saver.body, editor_key: 0, cursor: undefined });
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

  const put = (initial: Body, cursor?: number) =>
    setShown(({ editor_key }) => ({ initial, editor_key: editor_key + 1, cursor }));
  return {
    saver,
    state,
    isOnDevice,
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
