import type { BookingPanel, SessionRow, Today } from '#contract/agenda.schemas.ts';
import { createStore, useStore } from '#web/ui/store.ts';

// With Privacy, somebody who looks over the shoulder reads initials. It holds for every screen of the tab, until it is
// turned off or the tab is closed.

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

/** 'M. K.' of 'Maren K.' or 'Maren Keller' */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]!.toUpperCase()}.`)
    .join(' ');

/** A session with initials, and without phone and address. */
export function privateSession(session: SessionRow): SessionRow {
  const { client } = session;
  return {
    ...session,
    address: null,
    client: client && {
      ...client,
      name: initialsOf(client.name),
      short_name: initialsOf(client.short_name),
      phone: null,
    },
  };
}

/** A day with initials. */
export const privateDay = (day: Today): Today => ({
  ...day,
  sessions: day.sessions.map(privateSession),
  tomorrow: day.tomorrow.map((row) =>
    row.booking_id === null ? row : { ...row, title: initialsOf(row.title) },
  ),
});

/** A panel with initials, also in its history; without contact data, photo, and what was written to the client. */
export function privatePanel(panel: BookingPanel): BookingPanel {
  const { booking, client, money, history } = panel;
  const first_name = client && initialsOf(client.first_name);
  return {
    ...panel,
    booking: privateSession(booking),
    client: client && {
      ...client,
      name: initialsOf(client.name),
      first_name: first_name!,
      pronouns: null,
      phone: null,
      email: '',
      photo: null,
    },
    money: {
      ...money,
      refunds: money.refunds.map((refund) => ({ ...refund, reason: '' })),
      offline_payments: money.offline_payments.map((payment) => ({ ...payment, note: '' })),
    },
    history: history.map(({ at, text }) => ({
      at,
      text: client ? withInitial(text, client.first_name, first_name!) : text,
      message: null,
    })),
  };
}

/** The name stands at the end of a sentence or within it, before a space or a sign. */
const withInitial = (text: string, name: string, initial: string) =>
  text
    .split(' ')
    .map((word) => (word === name || word === `${name}:` ? word.replace(name, initial) : word))
    .join(' ');
