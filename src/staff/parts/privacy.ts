import { useCallback, useSyncExternalStore } from 'react';
import { initialsOf } from '#domain/people/names.ts';
import { type Personal, reveal, writeOut } from '#domain/people/personal.ts';
import { createStore } from '#web/ui/store.ts';

// With Privacy, someone who looks over the shoulder reads initials. It holds for every screen of the tab, until it is
// turned off or the tab is closed. What a screen shows is private (names.tsx, useShown); what it sends is not.

const KEY = 'staff-privacy';
const privacy = createStore(false);

function isStored(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Goes on with what was set before a reload. */
export const restorePrivacy = (): void => privacy.set(isStored());

/** Whether initials are shown instead of names. */
export const usePrivacy = (): boolean =>
  // The staff area is drawn in the browser alone: no first state differs.
  useSyncExternalStore(privacy.subscribe, privacy.get, privacy.get);

/** Turns Privacy on or off, and keeps it over a reload if the browser allows storage. */
export function setPrivacy(isOn: boolean): void {
  privacy.set(isOn);
  try {
    if (isOn) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is not allowed: it holds as long as the page.
  }
}

/** What may be seen of something personal: null with Privacy. */
export type Show = <T>(value: Personal<T>) => T | null;
const showAll: Show = reveal;
const showNone: Show = () => null;

/** What a screen may show now. */
export const useShown = (): Show => (usePrivacy() ? showNone : showAll);

/** In the place of a phone number or an e-mail address. */
export const HIDDEN = 'Hidden';

/** Writes out the names in a text that is no content of an element, such as the title of the page. */
export function useWrittenOut(): (text: string) => string {
  const isPrivate = usePrivacy();
  return useCallback((text) => writeOut(text, isPrivate ? initialsOf : undefined), [isPrivate]);
}

/** To whom an e-mail goes, as it may be said now. */
export const addressee = (email: Personal<string>): string => (privacy.get() ? 'the client' : reveal(email));
