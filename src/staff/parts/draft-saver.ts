/** A document as the server has it. Version 0: there is none yet. `is_final`: it is signed. */
export type Stored<Body> = { body: Body; version: number; updated_at: string | null; is_final: boolean };

export type DraftState<Body = unknown> =
  /** Everything is on the server. */
  | { kind: 'SAVED'; at: string | null }
  | { kind: 'TYPING' | 'SAVING' }
  /** It is tried again. */
  | { kind: 'FAILED'; message: string }
  /** It would be refused again, so it is tried only once the text has changed. */
  | { kind: 'REFUSED'; message: string }
  /** Someone else saved or signed another text meanwhile. Nothing is saved until the writer chooses. */
  | { kind: 'CONFLICT'; theirs: Stored<Body> };

/** What a save came to. */
export type SaveResult<Body> =
  | { kind: 'SAVED'; version: number; updated_at: string }
  | { kind: 'CONFLICT'; theirs: Stored<Body> }
  | { kind: 'FAILED' | 'REFUSED'; message: string };

type DraftSaverOptions<Body> = {
  stored: Stored<Body>;
  /** Whether nothing has to be saved between these two. */
  isSame: (a: Body, b: Body) => boolean;
  /** What was typed earlier over that version, or an older one, and did not reach the server. */
  kept?: { body: Body; version: number } | null;
  /** Never rejects. */
  save: (body: Body, version: number) => Promise<SaveResult<Body>>;
  /** Keeps a text that the server does not have yet. */
  keep?: (body: Body, version: number) => void;
  /** The server has everything. */
  forget?: () => void;
  /** Calls `act` after this time; returns how to cancel it. */
  after?: (ms: number, act: () => void) => () => void;
};

export type DraftSaver<Body> = {
  /** The document as it is on the screen. */
  readonly body: Body;
  /** The version that the text is based on. */
  readonly version: number;
  readonly isDirty: boolean;
  readonly state: DraftState<Body>;
  /** Calls back with the state now and after each change; returns how to stop. */
  watch: (onState: (state: DraftState<Body>) => void) => () => void;
  change: (body: Body) => void;
  /** Saves at once what is typed. Resolves when nothing is left to save, or a save failed. */
  flush: () => Promise<DraftState<Body>>;
  /** Ends a conflict: this document follows theirs. */
  resolve: (body: Body) => void;
  stop: () => void;
};

/** After a pause in typing of this length. */
const PAUSE_MS = 1500;
const RETRY_MS = [2000, 5000, 10_000, 30_000];

const afterTimeout = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/**
 * Saves a document while someone types: after each pause, one request at a time, again after a failure, and never over a
 * version that the writer has not seen.
 */
export function createDraftSaver<Body>({
  stored,
  isSame,
  kept = null,
  save,
  keep = () => undefined,
  forget = () => undefined,
  after = afterTimeout,
}: DraftSaverOptions<Body>): DraftSaver<Body> {
  let { body, version } = stored;
  let saved = stored;
  let state: DraftState<Body> = { kind: 'SAVED', at: stored.updated_at };
  let cancel: () => void = () => undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  let watcher: (state: DraftState<Body>) => void = () => undefined;

  const show = (next: DraftState<Body>) => {
    state = next;
    if (next.kind === 'SAVED') forget();
    watcher(next);
  };
  const plan = (ms: number) => {
    cancel();
    cancel = after(ms, () => void run());
  };

  function run(): Promise<void> {
    cancel();
    running ??= saveOnce().finally(() => (running = null));
    return running;
  }

  async function saveOnce(): Promise<void> {
    if (state.kind === 'CONFLICT') return;
    if (isSame(body, saved.body)) return show({ kind: 'SAVED', at: saved.updated_at });
    const sent = body;
    show({ kind: 'SAVING' });
    const result = await save(sent, version);
    if (result.kind === 'SAVED') {
      failures = 0;
      ({ version } = result);
      saved = { body: sent, version, updated_at: result.updated_at, is_final: false };
    } else if (result.kind === 'CONFLICT') {
      const { theirs } = result;
      // A response was lost: the server has this very text.
      if (theirs.is_final || !isSame(theirs.body, sent)) return show({ kind: 'CONFLICT', theirs });
      ({ version } = theirs);
      saved = theirs;
    } else {
      show(result);
      if (result.kind === 'REFUSED') return;
      plan(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!);
      failures += 1;
      return;
    }
    if (isSame(body, saved.body)) return show({ kind: 'SAVED', at: saved.updated_at });
    show({ kind: 'TYPING' });
    plan(PAUSE_MS);
  }

  if (kept && !isSame(kept.body, stored.body)) {
    body = kept.body;
    if (kept.version === stored.version && !stored.is_final) {
      state = { kind: 'TYPING' };
      plan(PAUSE_MS);
    } else state = { kind: 'CONFLICT', theirs: stored };
  }

  return {
    get body() {
      return body;
    },
    get version() {
      return version;
    },
    get isDirty() {
      return !isSame(body, saved.body);
    },
    get state() {
      return state;
    },
    watch(onState) {
      watcher = onState;
      onState(state);
      return () => {
        watcher = () => undefined;
      };
    },
    change(next) {
      body = next;
      // Not compared with what is saved: with a long note that would delay every key.
      keep(body, version);
      if (state.kind === 'CONFLICT') return;
      if (state.kind === 'SAVED') show({ kind: 'TYPING' });
      if (!running) plan(PAUSE_MS);
    },
    async flush() {
      for (let tries = 0; tries < 3; tries++) {
        await run();
        if (state.kind !== 'TYPING') break;
      }
      return state;
    },
    resolve(next) {
      if (state.kind !== 'CONFLICT') return;
      const { theirs } = state;
      saved = theirs;
      ({ version } = theirs);
      body = next;
      show({ kind: 'TYPING' });
      void run();
    },
    stop: () => cancel(),
  };
}
