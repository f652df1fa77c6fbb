import { UNLOCKED_UNTIL } from '#contract/call.ts';
import type { LockReason } from '#contract/staff.schemas.ts';
import { queryClient } from '#staff/api/query-client.ts';
import { createStore } from '#web/ui/store.ts';
import { now } from '#web/ui/use-now.ts';

// Whether this browser may show health data. The server decides; this follows it, in every tab, so that a screen hides
// health data when the lock falls.

/** The first part of the key of every query that reads health data. */
export const HEALTH = 'health';

/** Until when health data is open, in ms of the browser's clock; null: locked. */
export const unlockedUntil = createStore<number | null>(null);
/** Set while calls wait for the member to unlock. */
export const unlockRequest = createStore<{ reason: LockReason } | null>(null);

/** The server's times are written in whole seconds. */
const SECOND_MS = 1000;

/** Calls that wait for an unlock; each learns whether it came. */
const waiting = new Set<(isUnlocked: boolean) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let changes = 0;
/** While a lock is on its way to the server, answers still say that it is unlocked. */
let isLocking = false;

/** Counts locks and unlocks: an answer to a call from before the last one says nothing about now. */
export const lockChanges = (): number => changes;

type Message = { until: number | null };
let tabs: BroadcastChannel | undefined;
const notifyTabs = (until: number | null): void => tabs?.postMessage({ until } satisfies Message);

/** Follows locks and unlocks in other tabs, and the clock. */
export function watchLock(): void {
  tabs = new BroadcastChannel('staff-unlock');
  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.until === null) lockHere();
    else openUntil(data.until);
  });
  // Timers stand still while a device sleeps, so the clock is read when someone comes back.
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, checkClock);
  document.addEventListener('visibilitychange', checkClock);
}

function checkClock(): void {
  const until = unlockedUntil.get();
  if (until !== null && now().getTime() >= until) lockHere();
}

function openUntil(until: number): void {
  if (unlockedUntil.get() === null) changes += 1;
  clearTimeout(timer);
  timer = setTimeout(checkClock, until - now().getTime());
  unlockedUntil.set(until);
  answerWaiting(true);
}

function answerWaiting(isUnlocked: boolean): void {
  unlockRequest.set(null);
  for (const answer of waiting) answer(isUnlocked);
  waiting.clear();
}

/** Hides health data and forgets what was read of it. */
export function lockHere(): void {
  clearTimeout(timer);
  changes += 1;
  unlockedUntil.set(null);
  void queryClient.cancelQueries({ queryKey: [HEALTH] });
  queryClient.removeQueries({ queryKey: [HEALTH] });
}

/** Follows what an answer says about the lock. `before`: `lockChanges()` when its call was made. */
export function followLock({ headers }: Response, before: number): void {
  const until = headers.get(UNLOCKED_UNTIL);
  if (until === null || isLocking || before !== changes) return;
  const sent = Date.parse(headers.get('date') ?? '') || now().getTime();
  // By the browser's own clock, which may be wrong.
  const left = Date.parse(until) - sent - SECOND_MS;
  if (left <= 0) return;
  openFor(left);
}

/** Shows health data for so many ms by the browser's own clock. */
export function openFor(left: number): void {
  const end = now().getTime() + left;
  openUntil(end);
  notifyTabs(end);
}

/** Waits until the member has unlocked; false if they don't, or if the call is given up. */
function askToUnlock(reason: LockReason, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.add(resolve);
    unlockRequest.set({ reason });
    signal?.addEventListener('abort', () => {
      waiting.delete(resolve);
      if (waiting.size === 0) unlockRequest.set(null);
      resolve(false);
    });
  });
}

/** After a call that the lock refused: whether to repeat it. `before`: `lockChanges()` when it was made. */
export async function openAgain(
  details: unknown,
  before: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  // Another tab has unlocked in the meantime, or this call had the token from before.
  if (before !== changes && unlockedUntil.get() !== null) return true;
  if (unlockedUntil.get() !== null) lockHere();
  const { locked = 'LOCKED' } = (details ?? {}) as { locked?: LockReason };
  return await askToUnlock(locked, signal);
}

/** The member does not unlock now. */
export const declineUnlock = (): void => answerWaiting(false);

/** Locks this browser at once, and then the session; `send` is repeated until the server has heard it. */
export async function lockNow(send: () => Promise<unknown>): Promise<void> {
  if (isLocking) return;
  isLocking = true;
  lockHere();
  notifyTabs(null);
  await send();
  changes += 1;
  isLocking = false;
}
