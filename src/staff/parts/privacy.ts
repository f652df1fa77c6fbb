import { useSearchParams } from 'react-router';
import type { BookingPanel, SessionRow } from '#contract/agenda.schemas.ts';

// With Privacy, somebody who looks over the shoulder reads initials. The address of each screen says whether it is on.

export const PRIVATE = 'privacy=1';

/** Whether this screen shows initials only. */
export function usePrivacy(): boolean {
  const [search] = useSearchParams();
  return search.get('privacy') === '1';
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
