import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let known: boolean | undefined;
let tabs: BroadcastChannel | null | undefined;

/**
 * Does this browser hold a login? Read from the readable cookie `login=1`, which holds no secret and lives and dies
 * with the refresh token. Without it nobody needs to ask the server who is there. Over https its name begins with
 * `__Host-`; the plain one is read there too, as sessions of the release before last up to 30 days.
 */
export function hasSession(): boolean {
  return /(?:^|;\s*)(?:__Host-)?login=1(?:;|$)/.test(document.cookie);
}

/** Brings html[data-signed-in] and all readers in line with the cookie. The API client does it after every answer. */
export function syncSession(): void {
  const now = hasSession();
  document.documentElement.toggleAttribute('data-signed-in', now);
  if (now === known) return;
  known = now;
  notify();
}

/** Says to the other tabs of this browser that somebody signed in or out here. */
export function notifyOtherTabs(): void {
  otherTabs()?.postMessage('login');
}

/** Calls back when the login of this browser begins, ends, or becomes somebody else's. Returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  otherTabs();
  // What is so from the start is no change: the first answer must not make anybody forget what is on its way.
  knownMark();
  listeners.add(listener);
  // Another tab may have signed in or out.
  document.addEventListener('visibilitychange', syncSession);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', syncSession);
  };
}

/** What components read, often: asking for the cookies of a page makes it wait for another process each time. */
const knownMark = (): boolean => (known ??= hasSession());

/** `hasSession` for components; false on the server and in the very first render. */
export function useHasSession(): boolean {
  return useSyncExternalStore(onSessionChange, knownMark, () => false);
}

/** The same, but null on the server and in the very first render: for screens that lead elsewhere by it. */
export function useSessionMark(): boolean | null {
  return useSyncExternalStore<boolean | null>(onSessionChange, knownMark, () => null);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function otherTabs(): BroadcastChannel | null {
  if (tabs !== undefined) return tabs;
  tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('login');
  tabs?.addEventListener('message', () => {
    // Out and in again as somebody else looks the same to the cookie.
    known = undefined;
    syncSession();
  });
  return tabs;
}
