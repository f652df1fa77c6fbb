import { useSyncExternalStore } from 'react';
import { createStore } from '#web/ui/store.ts';

/** Null until it is first read. A new object with the same value means that another client has signed in. */
const mark = createStore<{ hasSession: boolean } | null>(null);
let tabs: BroadcastChannel | null | undefined;

/**
 * True if this browser has a session. Read from the cookie `login=1`, which holds no secret and is set and deleted with
 * the refresh token; without it there is no need to ask the server who is signed in. Over https its name begins with
 * `__Host-`; the plain name is read there too, because sessions from an older release last up to 30 days.
 */
export function hasSession(): boolean {
  return /(?:^|;\s*)(?:__Host-)?login=1(?:;|$)/.test(document.cookie);
}

/** Updates html[data-signed-in] and all subscribers from the cookie. The API client calls it after every response. */
export function syncSession(): void {
  const now = showSession();
  if (now !== mark.get()?.hasSession) mark.set({ hasSession: now });
}

function showSession(): boolean {
  const now = hasSession();
  document.documentElement.toggleAttribute('data-signed-in', now);
  return now;
}

/** Notifies the other tabs of this browser that a client signed in or out here. */
export function notifyOtherTabs(): void {
  otherTabs()?.postMessage('login');
}

/** Calls back when the session of this browser begins, ends, or changes to another client. Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  otherTabs();
  // The initial state is not a change: the first response must not discard requests that are still pending.
  currentMark();
  // Another tab may have signed in or out. Adding the same listener again changes nothing.
  document.addEventListener('visibilitychange', syncSession);
  return mark.subscribe(listener);
}

/** Cached, because components read it often and reading `document.cookie` waits for another process each time. */
function currentMark(): boolean {
  const known = mark.get();
  if (known) return known.hasSession;
  // There is no subscriber yet.
  mark.set({ hasSession: hasSession() });
  return currentMark();
}

/** `hasSession` for components; false on the server and in the first render. */
export function useHasSession(): boolean {
  return useSyncExternalStore(onSessionChange, currentMark, () => false);
}

/** The same, but null on the server and in the first render, for screens that redirect by it. */
export function useSessionMark(): boolean | null {
  return useSyncExternalStore<boolean | null>(onSessionChange, currentMark, () => null);
}

function otherTabs(): BroadcastChannel | null {
  if (tabs !== undefined) return tabs;
  tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('login');
  tabs?.addEventListener('message', () => {
    // Signing out and in again as another client leaves the cookie unchanged.
    mark.set({ hasSession: showSession() });
  });
  return tabs;
}
