import type { Decision } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { Fate, Reached } from '#domain/visits/reach.ts';

export type Choice = Decision['choice'];
/** What is decided about one booking. `start` is null until a time is chosen. */
export type Draft =
  | { choice: 'KEEP' | 'CANCEL' }
  | { choice: 'RESCHEDULE'; start: string | null; accept: string[]; is_other_time: boolean };
export type Drafts = Readonly<Record<string, Draft>>;

type Booking = Preview['bookings'][number];

/** Each booking where the change would put it; a time that is taken is still to be chosen. */
export const draftsOf = (bookings: readonly Booking[]): Drafts =>
  Object.fromEntries(
    bookings.flatMap(({ id, to }) =>
      to === null
        ? []
        : [
            [
              id,
              {
                choice: 'RESCHEDULE' as const,
                start: to.is_taken ? null : to.start,
                accept: to.is_taken ? [] : to.warnings.map(({ code }) => code),
                is_other_time: to.is_taken,
              },
            ],
          ],
    ),
  );

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

const FATES: Readonly<Record<Choice, Fate>> = { KEEP: 'KEPT', RESCHEDULE: 'MOVED', CANCEL: 'CANCELLED' };

/** Whom the decisions reach. */
export const reachedBy = (
  bookings: readonly Booking[],
  drafts: Drafts,
  otherwise: 'KEEP' | 'CANCEL',
): Reached[] =>
  bookings.map(({ id, reach }) => ({ ...reach, fate: FATES[draftOf(drafts, id, otherwise).choice] }));

/** Bookings that are decided on together: one session, or all seats of a class. */
export type Row = { id: string; text: string; bookings: Booking[]; choices: Choice[] };

/** A class is one row, however many seats it has. */
export function rowsOf({ bookings, classes }: Pick<Preview, 'bookings' | 'classes'>): Row[] {
  const named = new Map(classes.map(({ id, text }) => [id, text]));
  const rows = Map.groupBy(bookings, ({ id, class_id }) => class_id ?? id);
  return [...rows].map(([id, each]) => ({
    id,
    text: named.get(id) ?? each[0]!.text,
    bookings: each,
    choices: each[0]!.choices.filter((choice) => each.every(({ choices }) => choices.includes(choice))),
  }));
}

/** Whose new time is missing: 'Please choose the new time of Maren K.' */
export function missingTimeText(
  bookings: readonly Booking[],
  drafts: Drafts,
  otherwise: 'KEEP' | 'CANCEL',
): string | null {
  const open = bookings.find(({ id }) => {
    const draft = draftOf(drafts, id, otherwise);
    return draft.choice === 'RESCHEDULE' && draft.start === null;
  });
  return open ? `Please choose the new time: ${open.text}` : null;
}
