import { practice } from '#content/public/practice.ts';
import type { ClassChangeInput, staffApplyClass } from '#contract/hours.schemas.ts';
import type { Address } from '#domain/people/address.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import { type ClassChange, classChangeText, evaluateClassChange } from '#domain/week/class-change.ts';
import { serviceOf } from '#domain/week/week.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Action } from '../actions/staff-action.ts';
import { classObjectId } from '../classes/gone-class.ts';
import { instantOfAddress, readRoster } from '../classes/roster.ts';
import { moveBooking } from '../changes/move-booking.ts';
import { selectBookingToMove } from '../changes/store.ts';
import { type ClassEntry, selectClassEntries } from '../seats/class-entries.ts';
import { freeTime } from '../seats/offer-freed.ts';
import { selectTimesOfHolds } from '../seats/release-seats.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { queueMails } from '../mail/outbox.ts';
import { waitlistMovedMail } from '../mail/templates/waitlist.ts';
import { type Actor, actorName } from '../runtime/staff-actions.ts';
import type { Site } from '../sessions/join-link.ts';
import { applyChange } from '../staff/preview.ts';
import { moveLine } from '../waitlist/store.ts';
import { appliedOf, recordOutcome } from './apply-hours.ts';
import { endHoldsOf, heldOf, lockPayments } from './cancel-day.ts';
import { applyChangeOfWeek, type Evaluate, readChangeEffects, refuseProblem } from './change-week.ts';
import { carryOut, nothingDone, type Outcome, planDecisions, rescheduled } from './decisions.ts';
import { moveAppointment, readWeek, selectClassAppointment, setClassSeats } from './store.ts';
import type { WeekEffects } from './read-effects.ts';

const { zone } = practice;
const MINUTE_MS = 60_000;
type At = { service_id: string; start: string };
type Times = { start_time: Date; end_time: Date; blocked_until: Date };

const changeOf = (change: ClassChangeInput): ClassChange =>
  change.kind === 'RESCHEDULE' ? { ...change, start: new Date(change.start) } : change;

/** One date of a class, changed. Seats are touched where it is moved or cancelled. */
export function classChange(at: At, input: ClassChangeInput, now: Date): Evaluate {
  const change = changeOf(input);
  return async (db) => {
    const roster = await readRoster(db, at, now);
    if (roster instanceof Refusal) return roster;
    const row = roster.class;
    const week = await readWeek(db, localDateOf(now, zone));
    const start = new Date(row.start_time);
    const { service_id, place, taken, capacity } = row;
    const occurrence = { service_id, start, place, taken, capacity };
    const answer = evaluateClassChange(change, occurrence, week, { now, zone });
    if (!answer.ok) return refuseProblem(answer.problem);
    const touches = change.kind === 'RESCHEDULE' || change.kind === 'CANCEL';
    return {
      week,
      edits: answer.edits,
      title: classChangeText(change, occurrence, week, zone),
      touched: {
        reach: { service_ids: touches ? [service_id] : [], times: [] },
        isTouched: (seat) => seat.start === start.getTime(),
        is_moved: change.kind === 'RESCHEDULE',
      },
    };
  };
}

/** Changes one date of a class as it was previewed, with all seats or none (rules.md §9). */
export const changeClass = ({
  db,
  config: site,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffApplyClass> => ({
  action: 'class.change',
  work: async (trx, { actor, params: at, body: { change, preview_hash, message }, now }) => {
    const evaluate = classChange(at, change, now);
    const before = await readChangeEffects(trx, evaluate, now);
    if (before instanceof Refusal) return before;
    const held = heldOf(before.seats).map(({ id }) => id);
    const more = [...(await timesOf(trx, at, change, now)), ...(await selectTimesOfHolds(trx, held))];
    const effects = await applyChange(trx, { input: { ...at, change }, preview_hash }, () =>
      applyChangeOfWeek(trx, evaluate, now, { more, lockSeats: lockPayments }),
    );
    if (effects instanceof Refusal) return effects;
    const ended = await endHoldsOf(trx, effects.seats, now);
    const outcome = await carryOutChange(trx, { change, at, effects, actor, message, site }, now);
    if (outcome instanceof Refusal) return outcome;
    outcome.actions.push(...ended);
    const about = {
      kind: change.kind,
      object_id: classObjectId(at),
      to: change.kind === 'RESCHEDULE' ? change.start : null,
    };
    return await recordOutcome(trx, { ...about, effects, outcome, actor }, now);
  },
  answer: ({ action_id }) => appliedOf(db, action_id),
  refused: (refusal) =>
    refusal.code === 'SLOT_TAKEN'
      ? refuse('SLOT_TAKEN', { message: 'Another session has this time. Nothing was changed.' })
      : refusal,
});

/** The time of the class, and where it goes. */
async function timesOf(trx: Trx, at: At, change: ClassChangeInput, now: Date) {
  const roster = await readRoster(trx, at, now);
  if (roster instanceof Refusal) return [];
  const { start_time, blocked_until } = roster.class;
  const length = Date.parse(blocked_until) - Date.parse(start_time);
  const starts = [start_time, ...(change.kind === 'RESCHEDULE' ? [change.start] : [])];
  return starts.map((start) => ({
    start_time: new Date(start),
    blocked_until: new Date(Date.parse(start) + length),
  }));
}

type Acting = {
  change: ClassChangeInput;
  at: At;
  effects: WeekEffects;
  actor: Actor;
  message: string | undefined;
  site: Site;
};

async function carryOutChange(
  trx: Trx,
  { change, at, effects, actor, message, site }: Acting,
  now: Date,
): Promise<Outcome | Refusal> {
  const booked = effects.seats.filter(({ status }) => status === 'CONFIRMED').map(({ id }) => id);
  switch (change.kind) {
    case 'STOP_BOOKING':
      return nothingDone();
    case 'SET_SEATS': {
      const appointment = await selectClassAppointment(trx, at);
      await setClassSeats(trx, appointment, change.seats);
      if (appointment) freeTime(trx, [{ ...appointment, blocked_until: appointment.end_time }], now);
      return nothingDone();
    }
    case 'CANCEL': {
      const decisions = booked.map((booking) => ({ booking, choice: 'CANCEL' as const }));
      const plan = await planDecisions(trx, decisions, message, now);
      return plan instanceof Refusal ? plan : await carryOut(trx, plan, { actor, message, site }, now);
    }
    case 'RESCHEDULE':
      return await moveClass(trx, { booked, start: new Date(change.start), at, actor, message, site }, now);
  }
}

async function moveClass(
  trx: Trx,
  {
    booked,
    start,
    at,
    actor,
    message,
    site,
  }: Omit<Acting, 'change' | 'effects'> & { booked: readonly string[]; start: Date },
  now: Date,
): Promise<Outcome | Refusal> {
  const appointment = await selectClassAppointment(trx, at);
  const outcome = nothingDone();
  const service = serviceOf((await readWeek(trx, localDateOf(now, zone))).services, at.service_id);
  const length = appointment
    ? appointment.end_time.getTime() - appointment.start_time.getTime()
    : service.duration * MINUTE_MS;
  const end = new Date(start.getTime() + length);
  const times = {
    start_time: start,
    end_time: end,
    blocked_until: new Date(end.getTime() + service.buffer_time * MINUTE_MS),
  };
  const waiting = await moveWaiting(trx, at, { ...times, message, site }, now);
  outcome.actions.push(...waiting.map(({ booking_id: id, user_id }) => rescheduled({ id, user_id })));
  if (!appointment || booked.length === 0) return outcome;
  await moveAppointment(trx, appointment.id, times);
  for (const id of booked) {
    const booking = (await selectBookingToMove(trx, id))!;
    const line: SeatLine = {
      booking_id: id,
      service_id: booking.service_id,
      rule_id: null,
      by_staff: true,
      service_name: booking.service_name,
      service_type: booking.service_type,
      format: booking.format,
      start_time: times.start_time.toISOString(),
      end_time: times.end_time.toISOString(),
      blocked_until: times.blocked_until.toISOString(),
      capacity: appointment.capacity,
      location_type: booking.location_type,
      location_name: booking.location_name,
      price_cents: booking.price_cents,
      price_chosen_by_client: false,
      visit_address: booking.visit_address as Address | null,
    };
    const how = { by: 'STAFF', actor: actorName(actor), message: message || null, notify: true } as const;
    const refused = await moveBooking(trx, booking, line, { ...how, appointment_has_moved: true, site }, now);
    if (refused) return refused;
    outcome.moved++;
    outcome.actions.push(rescheduled(booking));
  }
  return outcome;
}

/** Moves who waits for a seat, in the same order, and mails them. Returns who moved. */
async function moveWaiting(
  trx: Trx,
  { service_id, start }: At,
  { message, site, ...times }: Times & { message: string | undefined; site: Site },
  now: Date,
): Promise<ClassEntry[]> {
  const before = instantOfAddress(start);
  const waiting = await selectClassEntries(trx, { service_id, start: before });
  const moved = await moveLine(trx, waiting, times, now);
  const mails = moved.map(({ id, user_id, email: to, ...entry }) => ({
    ...waitlistMovedMail({ ...entry, ...times, before, message: message || null, site_url: site.site_url }),
    kind: 'waitlist-moved',
    dedupe_key: `waitlist-moved:${id}:${times.start_time.getTime()}:${now.getTime()}`,
    user_id,
    to,
  }));
  await queueMails(trx, mails, now);
  return moved;
}
