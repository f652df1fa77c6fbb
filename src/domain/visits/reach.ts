/**
 * Whom a plan or a result reaches (rules.md §9): who gets an e-mail, who has to be called, and what goes back to whom. Every
 * sentence and every button about it is made here.
 */
import { formatCents } from '#domain/money/money.ts';
import type { ClientName, Personal } from '#domain/people/personal.ts';
import { formatCount } from '#domain/text/sentences.ts';

/** How a client learns of it. MAIL_LIMIT: too many e-mails from staff today. FORMER: the account was deleted. */
export const WAYS = ['MAIL', 'NO_ADDRESS', 'MAIL_LIMIT', 'NOT_TOLD', 'FORMER'] as const;
export type Way = (typeof WAYS)[number];
/**
 * What becomes of a booking. MESSAGED: it stays, and its client is written to. WAIT_ENDED: its client no longer waits for a
 * seat.
 */
export const FATES = ['KEPT', 'MOVED', 'CANCELLED', 'MESSAGED', 'WAIT_ENDED'] as const;
export type Fate = (typeof FATES)[number];

/** The client of one booking: how they learn of a change, and what its cancellation gives back. */
export type Reach = {
  booking: string;
  /** Of the session, as it is now. */
  start_time: string;
  /** Null: a former client. */
  client: { id: string; name: ClientName; short_name: ClientName; phone: Personal<string | null> } | null;
  way: Way;
  /** NOTHING_PAID: by card. NONE: it was refunded before. */
  refund: 'NOTHING_PAID' | 'NONE' | 'PART' | 'FULL';
  /** Null: hidden from staff. */
  refund_cents: number | null;
  /** Paid in cash, by card reader or transfer: it goes back by hand. */
  by_hand_cents: number;
};
/** A booking that a plan or a result is about, and what becomes of it. */
export type Reached = Reach & { fate: Fate };

const isTouched = ({ fate }: Reached) => fate !== 'KEPT';
/** Bookings of one client are one person; every former client is one. */
const personOf = ({ client, booking }: Reach) => client?.id ?? booking;
const countPeople = (reached: readonly Reach[]) => byPerson(reached).length;
const people = (count: number) => formatCount(count, 'person', 'people');
const isRefunded = ({ fate, refund }: Reached) =>
  fate === 'CANCELLED' && (refund === 'PART' || refund === 'FULL');

/** Bookings by person: a client with several of them is one. */
export const byPerson = <R extends Reach>(reached: readonly R[]): R[][] => [
  ...Map.groupBy(reached, personOf).values(),
];

/** Returns the bookings of those who have to be called: an e-mail should reach them, and does not. */
export const toCall = <R extends Reached>(reached: readonly R[]): R[] =>
  reached.filter((each) => isTouched(each) && (each.way === 'NO_ADDRESS' || each.way === 'MAIL_LIMIT'));

/** Says why a client gets no e-mail: 'has no e-mail address'. */
export function missedText(way: Way): string {
  switch (way) {
    case 'MAIL_LIMIT':
      return 'got 20 e-mails from you today';
    case 'NOT_TOLD':
      return 'gets no e-mail';
    case 'FORMER':
      return 'has deleted the account';
    case 'MAIL':
    case 'NO_ADDRESS':
      return 'has no e-mail address';
  }
}

/**
 * Sums what cancelled bookings refund; `cents` is null if an amount among them is hidden, and `people` counts those who get
 * something.
 */
export function refundOf(reached: readonly Reached[]): { cents: number | null; people: number } {
  const refunded = reached.filter(isRefunded);
  const cents = refunded.reduce<number | null>(
    (sum, { refund_cents }) => (sum === null || refund_cents === null ? null : sum + refund_cents),
    0,
  );
  return { cents, people: countPeople(refunded) };
}

/** True if a client gets an e-mail about it. */
export const reachesAnyone = (reached: readonly Reached[]): boolean =>
  reached.some((each) => isTouched(each) && each.way === 'MAIL');

/** Writes the sentence of a plan: 'Hannah O. has no e-mail address: please call. $85 goes back to 1 person.' */
export function reachText(reached: readonly Reached[]): string {
  const touched = reached.filter(isTouched);
  if (touched.length === 0) return 'Nobody is told.';
  const cancelled = touched.filter(({ fate }) => fate === 'CANCELLED');
  const mailed = countPeople(touched.filter(({ way }) => way === 'MAIL'));
  const are = mailed === 1 ? 'is' : 'are';
  const isSimple = touched.every(
    ({ fate, way, refund, by_hand_cents }) =>
      fate === 'CANCELLED' && way === 'MAIL' && refund === 'FULL' && by_hand_cents === 0,
  );
  if (isSimple) return `${people(mailed)} ${are} told and refunded in full.`;
  return [
    mailed > 0 ? `${people(mailed)} ${are} told by e-mail.` : 'Nobody is told by e-mail.',
    ...missedSentences(touched),
    ...moneySentences(touched, cancelled),
  ].join(' ');
}

/** ' in full' if it is so for everybody who gets something. */
const inFull = (reached: readonly Reached[]): string =>
  reached.filter(isRefunded).every(({ refund }) => refund === 'FULL') ? ' in full' : '';

const FEW = 3;

function missedSentences(touched: readonly Reached[]): string[] {
  const missed = byPerson(toCall(touched)).map(([first]) => first!);
  if (missed.length > FEW) return [`${missed.length} people have to be called.`];
  return missed.map(({ client, way }) => `${client!.short_name} ${missedText(way)}: please call.`);
}

function moneySentences(touched: readonly Reached[], cancelled: readonly Reached[]): string[] {
  const moved = touched.filter(({ fate, refund }) => fate === 'MOVED' && refund !== 'NOTHING_PAID');
  const sentences =
    moved.length > 0 ? ['Who is moved and has paid by card may have everything back instead.'] : [];
  if (cancelled.length === 0) return sentences;
  const { cents, people: refunded } = refundOf(cancelled);
  const unpaid = cancelled.filter(({ refund }) => refund === 'NOTHING_PAID');
  if (refunded > 0) {
    sentences.push(
      cents !== null
        ? `${formatCents(cents)} goes back to ${people(refunded)}.`
        : `${people(refunded)} ${refunded === 1 ? 'is' : 'are'} refunded${inFull(cancelled)}.`,
    );
    if (unpaid.length > 0) sentences.push(`${people(countPeople(unpaid))} paid nothing by card.`);
  } else sentences.push(unpaid.length > 0 ? 'Nothing was paid by card.' : 'Nothing is left to refund.');
  const by_hand = cancelled.reduce((sum, { by_hand_cents }) => sum + by_hand_cents, 0);
  if (by_hand > 0)
    sentences.push(`${formatCents(by_hand)} was paid to you directly and doesn’t go back by itself.`);
  return sentences;
}

/** Labels an action: 'Cancel this date and refund $312 to 6 people', '… and refund 2 people in full', or `act` alone. */
export function actLabel(act: string, reached: readonly Reached[]): string {
  const refund = refundOf(reached);
  if (refund.people > 0)
    return refund.cents === null
      ? `${act} and refund ${people(refund.people)}${inFull(reached)}`
      : `${act} and refund ${formatCents(refund.cents)} to ${people(refund.people)}`;
  const mailed = countPeople(reached.filter((each) => isTouched(each) && each.way === 'MAIL'));
  return mailed > 0 ? `${act} and tell ${people(mailed)}` : act;
}

/** Labels decisions: 'Change hours, cancel 2, reschedule 1 and refund $170 to 2 people'. Without `act`: 'Cancel 2 sessions and …'. */
export function decidedLabel(act: string | null, reached: readonly Reached[]): string {
  const count = (fate: Fate) => reached.filter((each) => each.fate === fate).length;
  const [cancelled, moved] = [count('CANCELLED'), count('MOVED')];
  const parts = [
    ...(cancelled > 0 ? [`cancel ${cancelled}`] : []),
    ...(moved > 0 ? [`reschedule ${moved}`] : []),
  ];
  if (parts.length === 0) return act ?? 'Change nothing';
  if (act !== null) return actLabel([act, ...parts].join(', '), reached);
  const [first = '', ...rest] = parts;
  const named = `${first} ${(cancelled || moved) === 1 ? 'session' : 'sessions'}`;
  return actLabel([`${named.slice(0, 1).toUpperCase()}${named.slice(1)}`, ...rest].join(', '), reached);
}
