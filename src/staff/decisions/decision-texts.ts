import type { Decision } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatCents } from '#domain/money.ts';

export type Choice = Decision['choice'];
/** What is decided about one booking. `start` is null until a time is chosen. */
export type Draft =
  | { choice: 'KEEP' | 'CANCEL' }
  | { choice: 'RESCHEDULE'; start: string | null; accept: string[]; is_other_time: boolean };
export type Drafts = Readonly<Record<string, Draft>>;

type Booking = Preview['bookings'][number];

/** What is decided about a booking, or what becomes of it without a decision. */
export const draftOf = (drafts: Drafts, id: string, otherwise: 'KEEP' | 'CANCEL'): Draft =>
  drafts[id] ?? { choice: otherwise };

/** The decisions to send; null while a booking is to be moved and has no time yet. */
export function decisionsOf(
  bookings: readonly Booking[],
  drafts: Drafts,
  otherwise: 'KEEP' | 'CANCEL',
): Decision[] | null {
  const decisions: Decision[] = [];
  for (const { id: booking } of bookings) {
    const draft = draftOf(drafts, booking, otherwise);
    if (draft.choice !== 'RESCHEDULE') {
      if (draft.choice !== otherwise) decisions.push({ booking, choice: draft.choice });
      continue;
    }
    const { start, accept } = draft;
    if (start === null) return null;
    decisions.push({ booking, choice: 'RESCHEDULE', start, accept: accept as never[] });
  }
  return decisions;
}

/** What the decisions cancel and give back; `cents` is null if an amount among them is hidden. */
export function cancelledBy(
  bookings: readonly Booking[],
  drafts: Drafts,
  otherwise: 'KEEP' | 'CANCEL',
): { count: number; cents: number | null } {
  const gone = bookings.filter(({ id }) => draftOf(drafts, id, otherwise).choice === 'CANCEL');
  const cents = gone.reduce<number | null>(
    (sum, { refund_cents }) => (sum === null || refund_cents == null ? null : sum + refund_cents),
    0,
  );
  return { count: gone.length, cents };
}

/** ' and refund $312', ' and refund in full', or nothing to refund. */
function refundPart(cents: number | null): string {
  if (cents === null) return ' and refund in full';
  return cents > 0 ? ` and refund ${formatCents(cents)}` : '';
}

/** 'Change hours', or 'Change hours, cancel 2 and refund $170'. */
export function actLabel(act: string, { count, cents }: { count: number; cents: number | null }): string {
  return count === 0 ? act : `${act}, cancel ${count}${refundPart(cents)}`;
}

/** 'Cancel 6 sessions and refund $510' */
export const cancelLabel = ({ count, cents }: { count: number; cents: number | null }): string =>
  `Cancel ${count} ${count === 1 ? 'session' : 'sessions'}${refundPart(cents)}`;
