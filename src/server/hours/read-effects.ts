import { practice } from '#content/public/practice.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatClock, formatDayOf } from '#domain/time/date-formats.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { weekAfter, type WeekEdits } from '#domain/week/week.ts';
import {
  announcedInVain,
  datesToShow,
  type NextDate,
  nextDates,
  seatsLeftOutside,
} from '#domain/week/week-effects.ts';
import { formatCount } from '#domain/text/sentences.ts';
import type { Db } from '../db/pool.ts';
import { selectEvents } from '../events/store.ts';
import { namesOf } from '../agenda/present-session.ts';
import { readReach } from '../staff-bookings/reach.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';
import { selectClassEntries } from '../seats/class-entries.ts';
import type { Effects } from '../staff/preview.ts';
import {
  type Reach,
  type SeatDetails,
  type SeatRow,
  selectSeatDetails,
  selectSeatTimes,
  type Week,
} from './store.ts';

const { zone } = practice;
/** A change that touches more bookings lists the first ones; all of them stay unless they are decided on. */
const MOST_LISTED = 300;

export type WeekEffects = Effects & {
  edits: WeekEdits;
  /** The booked and held seats that the change touches, by start. */
  seats: SeatDetails[];
};

/**
 * Seats that a change touches whatever the hours are: those of a class or of a day. Without it, those left outside.
 * `is_moved`: with who waits for them.
 */
export type Touched = { reach: Reach; isTouched: (seat: SeatRow) => boolean; is_moved?: boolean };

/**
 * Reads what edits of the week do to what is booked, announced and bookable. It takes no lock: under those of the change,
 * the answer is exact.
 */
export async function readEffects(
  db: Db,
  {
    week,
    edits,
    title,
    touched,
  }: { week: Week; edits: WeekEdits; title: string; touched?: Touched | undefined },
  now: Date,
): Promise<WeekEffects> {
  const between = { before: week, after: weekAfter(week, edits), zone };
  const rows = await selectSeatTimes(db, touched?.reach ?? reachOf(week, edits), now);
  const times = touched ? rows.filter(touched.isTouched) : seatsLeftOutside(rows, between);
  const seats = await selectSeatDetails(
    db,
    times.map(({ id }) => id),
  );
  const next_dates = await readNextDates(db, between, edits, now);
  const events = await readEvents(db, between, now);
  const held = seats.filter(({ status }) => status === 'PENDING');
  const booked = seats.filter(({ status }) => status === 'CONFIRMED');
  const spans = new Set(seats.map(({ service_id }) => service_id)).size > 1;
  const listed = booked.slice(0, MOST_LISTED);
  const bookings = await presentBookings(db, listed, spans || edits.time_off_added.length > 0);
  const preview = {
    summary: [title, ...summaryOf({ booked, held, events, listed })],
    bookings,
    holds: held.map(({ id, hold_expires_at, is_offer, ...seat }) => ({
      id,
      text: `A client is ${is_offer ? 'offered' : 'paying for'} ${seat.service_name}, ${whenOf(seat)}`,
      until: hold_expires_at?.toISOString() ?? null,
    })),
    classes: classesIn(seats),
    events: events.map(({ id, title: name, start_time }) => ({
      id,
      text: `The event “${name}” on ${momentOf(start_time)} announces a class that can’t be booked any more.`,
    })),
    waitlist: await readLines(db, between, touched?.is_moved === true, now),
    next_dates,
  };
  return { edits, seats, preview, versions: versionsOf(seats, preview) };
}

/** The services whose hours shrink, and the time that closes. */
function reachOf(week: Week, { ended, switched_off, skipped, time_off_added }: WeekEdits): Reach {
  const ids = new Set([...ended, ...skipped].map(({ rule_id }) => rule_id).concat(switched_off));
  const rules = week.rules.filter(({ id }) => ids.has(id));
  return { service_ids: [...new Set(rules.map(({ service_id }) => service_id))], times: time_off_added };
}

type Between = { before: Week; after: ReturnType<typeof weekAfter>; zone: string };

async function readNextDates(db: Db, between: Between, edits: WeekEdits, now: Date): Promise<NextDate[]> {
  const shown = datesToShow(between, edits, now);
  const [from, to] = [shown.dates[0], shown.dates.at(-1)];
  if (from === undefined || to === undefined) return [];
  const { catalogue, taken, busy } = await readPracticeFacts(db, { user_id: null, from, to });
  const { limits, busy_elsewhere } = catalogue;
  return nextDates(between, shown, { limits, busy_elsewhere, taken, busy, now });
}

async function readEvents(db: Db, between: Between, now: Date) {
  const announced = (await selectEvents(db)).flatMap(({ service_id, start_time, ...event }) =>
    service_id === null || start_time <= now
      ? []
      : [{ ...event, service_id, start_time, start: start_time.getTime() }],
  );
  return announcedInVain(announced, between);
}

/** The classes that can't be booked any more and that clients wait for. One that moves takes its waitlist along. */
async function readLines(
  db: Db,
  between: Between,
  is_moved: boolean,
  now: Date,
): Promise<Preview['waitlist']> {
  const lost = announcedInVain(await selectClassEntries(db, { after: now }), between);
  const reach = await readReach(
    db,
    lost.map(({ booking_id }) => booking_id),
  );
  const lines = Map.groupBy(lost, ({ service_id, start }) => `${service_id} ${start}`);
  return [...lines].map(([id, line]) => {
    const { service_name, start } = line[0]!;
    const wait = `${formatCount(line.length, 'client')} ${line.length === 1 ? 'waits' : 'wait'} for a seat`;
    const end = is_moved ? 'They keep their place in line.' : 'Their wait ends.';
    return {
      id,
      text: `${wait} in ${service_name}, ${momentOf(new Date(start))}. ${end}`,
      reach: line.map(({ booking_id }) => reach.get(booking_id)!),
    };
  });
}

/** What a preview lists of seats, with whom that reaches. */
export async function presentBookings(
  db: Db,
  seats: readonly SeatDetails[],
  withService: boolean,
): Promise<Preview['bookings']> {
  const reach = await readReach(
    db,
    seats.map(({ id }) => id),
  );
  return seats.map((seat) => {
    const who = seat.user_id === null ? 'former client' : namesOf(seat).short_name;
    return {
      id: seat.id,
      text: [whenOf(seat), who, ...(withService ? [seat.service_name] : [])].join(', '),
      updated_at: seat.updated_at.toISOString(),
      start_time: seat.start_time.toISOString(),
      service_id: seat.service_id,
      place: seat.place,
      choices: seat.user_id === null ? ['KEEP', 'CANCEL'] : ['KEEP', 'RESCHEDULE', 'CANCEL'],
      class_id: isClassFormat(seat.format) ? classIdOf(seat) : null,
      to: null,
      reach: reach.get(seat.id)!,
    };
  });
}

export const momentOf = (at: Date) => `${formatDayOf(at, zone)} ${formatClock(at, zone)}`;
const whenOf = ({ start_time }: { start_time: Date }) => momentOf(start_time);
const classIdOf = ({ service_id, start_time }: SeatDetails) => `${service_id} ${start_time.toISOString()}`;

function classesIn(seats: readonly SeatDetails[]): Preview['classes'] {
  const classes = Map.groupBy(
    seats.filter(({ format }) => isClassFormat(format)),
    ({ service_id, start_time }) => `${service_id} ${start_time.getTime()}`,
  );
  return [...classes.values()].map((each) => ({
    id: classIdOf(each[0]!),
    text: `${each[0]!.service_name}, ${whenOf(each[0]!)}, ${formatCount(each.length, 'seat')}`,
  }));
}

function summaryOf({
  booked,
  held,
  events,
  listed,
}: {
  booked: readonly unknown[];
  held: readonly unknown[];
  events: readonly unknown[];
  listed: readonly unknown[];
}): string[] {
  if (booked.length + held.length + events.length === 0) return ['This affects nothing that is booked.'];
  const more = booked.length - listed.length;
  return more > 0 ? [`${more} more bookings are not listed here and stay.`] : [];
}

/** Everything that the preview shows, and the version of every seat, listed or not. */
export function versionsOf(seats: readonly SeatDetails[], preview: Effects['preview']): string[] {
  return [
    ...seats.map(({ id, status, updated_at }) => `${id} ${status} ${updated_at.getTime()}`),
    JSON.stringify(preview),
  ];
}
