import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let known: boolean | undefined;
let tabs: BroadcastChannel | null | undefined;

/**
 * Does this browser hold a login? Read from the readable cookie `login=1`, which holds no secret and lives and dies
 * with the refresh token. Without it nobody needs to ask the server who is there. Over https its name begins with
 * `__Host-`; the plain one is read there too, as sessions of the release before last up to 30 days.
 */
export function hasLogin(): boolean {
  return /(?:^|;\s*)(?:__Host-)?login=1(?:;|$)/.test(document.cookie);
}

/** Brings html[data-login] and all readers in line with the cookie. The API client does it after every answer. */
export function syncLogin(): void {
  const now = hasLogin();
  document.documentElement.toggleAttribute('data-login', now);
  if (now === known) return;
  known = now;
  notify();
}

/** Says to the other tabs of this browser that somebody signed in or out here. */
export function tellOtherTabs(): void {
  otherTabs()?.postMessage('login');
}

/** Calls back when the login of this browser begins, ends, or becomes somebody else's. Returns how to stop. */
export function onLoginChange(listener: () => void): () => void {
  otherTabs();
  // What is so from the start is no change: the first answer must not make anybody forget what is on its way.
  knownLogin();
  listeners.add(listener);
  // Another tab may have signed in or out.
  document.addEventListener('visibilitychange', syncLogin);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', syncLogin);
  };
}

/** What components read, often: asking for the cookies of a page makes it wait for another process each time. */
const knownLogin = (): boolean => (known ??= hasLogin());

/** `hasLogin` for components; false on the server and in the very first render. */
export function useLogin(): boolean {
  return useSyncExternalStore(onLoginChange, knownLogin, () => false);
}

/** The same, but null on the server and in the very first render: for screens that lead elsewhere by it. */
export function useKnownLogin(): boolean | null {
  return useSyncExternalStore<boolean | null>(onLoginChange, knownLogin, () => null);
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
    syncLogin();
  });
  return tabs;
}
