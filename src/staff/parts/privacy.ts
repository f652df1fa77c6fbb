import { useMemo } from 'react';
import { initialsOf } from '#domain/names.ts';
import { createStore, useStore } from '#web/ui/store.ts';

// With Privacy, somebody who looks over the shoulder reads initials. It holds for every screen of the tab, until it is
// turned off or the tab is closed. What a screen shows passes through `usePrivate`; what it sends does not.

const KEY = 'staff-privacy';
const privacy = createStore(isStored());

function isStored(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether initials are shown instead of names. */
export const usePrivacy = (): boolean => useStore(privacy);

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

/** An answer as it may be shown now: with Privacy without names and contact data. */
export function usePrivate<T>(answer: T): T {
  const isOn = usePrivacy();
  return useMemo(() => (isOn ? hideNames(answer) : answer), [answer, isOn]);
}

/** To whom an e-mail goes, as it may be shown now. */
export const shownAddressee = (sent_to: string): string =>
  privacy.get() ? hideNames({ sent_to }).sent_to : sent_to;

/** In the place of a phone number or an e-mail address. */
export const HIDDEN = 'Hidden';

/** A phone number or an e-mail address that can be used; null if there is none, or it is hidden. */
export const usable = (contact: string | null | undefined): string | null =>
  contact && contact !== HIDDEN ? contact : null;

const initials = (name: unknown) => initialsOf(String(name));
const hideIfGiven = (contact: unknown) => contact && HIDDEN;

/** Fields of a client. */
const OF_CLIENT: Readonly<Record<string, (value: unknown) => unknown>> = {
  name: initials,
  short_name: initials,
  first_name: initials,
  last_name: () => '',
  pronouns: () => null,
  phone: hideIfGiven,
  email: hideIfGiven,
};

/** Fields of anything else: where somebody lives, how they look, and what was written to them or about them. */
const ANYWHERE: Readonly<Record<string, (value: unknown) => unknown>> = {
  address: () => null,
  photo: () => null,
  age: () => null,
  message: () => null,
  client_name: (name) => (name === null ? null : initials(name)),
  sent_to: () => 'the client',
};

/**
 * An answer with initials for names, without contact data and what was written to clients. Of a sentence that names a client
 * the server sends both: `text` with the name, and `private_text` with initials.
 */
export const hideNames = <T>(answer: T): T => hidden(answer) as T;

function hidden(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => hidden(each, name));
  if (value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  const isClient = name === 'client' || 'short_name' in fields || 'first_name' in fields;
  const shown = Object.entries(fields).map(([key, each]) => {
    if (`private_${key}` in fields) return [key, fields[`private_${key}`]];
    if (isClient && OF_CLIENT[key]) return [key, OF_CLIENT[key](each)];
    if (ANYWHERE[key]) return [key, ANYWHERE[key](each)];
    // Of money: what staff wrote about it. Of anything else it is a part of its own.
    if ('cents' in fields && (key === 'reason' || key === 'note')) return [key, ''];
    return [key, hidden(each, key)];
  });
  return Object.fromEntries(shown);
}
