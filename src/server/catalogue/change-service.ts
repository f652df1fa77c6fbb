import { practice } from '#content/public/practice.ts';
import type { ServiceChange } from '#contract/catalogue.schemas.ts';
import type { Rule } from '#domain/slots/availability.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { validateService } from '#domain/money/service-fields.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Trx } from '../db/pool.ts';
import { daysOf } from '../hours/rule-days.ts';
import { lockWeek, readWeek, type StoredService, type Week } from '../hours/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { lockTime } from '../seats/hold-seats.ts';
import type { Effects } from '../staff/preview.ts';
import { changeForms, readFormChange } from './forms-of-service.ts';
import { moveClassHours } from './move-class-hours.ts';
import { type Fields, mergeService, newServiceOf, serviceSlug } from './service-from-fields.ts';
import {
  keepText,
  listEffects,
  outsideLines,
  readDependants,
  versionsOf,
  waitLines,
} from './service-effects.ts';
import { changedLines, changesTerms, countText, priceText } from './service-lines.ts';
import { collisionOf, hoursText, problemOf, rulesOf, tooShortHours } from './service-problems.ts';
import {
  hasProducts,
  insertService,
  queueServiceSync,
  selectLiveSeats,
  setOffered,
  updateService,
  wasBooked,
} from './service-store.ts';

const { zone } = practice;

type ServiceEffects = Effects & { service_id: string };
type Work = (trx: Trx) => Promise<ServiceEffects | Refusal>;
type IdOf = { id: string };

/** The change of a service as work of a transaction, for the preview and for the apply. */
export function serviceWork(change: ServiceChange, now: Date): Work {
  switch (change.kind) {
    case 'CREATE':
      return (trx) => createService(trx, change.service, now);
    case 'CHANGE':
      return (trx) => changeService(trx, change, now);
    case 'RETIRE':
      return (trx) => retireService(trx, change, now);
    case 'RESTORE':
      return (trx) => restoreService(trx, change, now);
  }
}

/** Adds a service at the end of the price list. It can be booked once it has hours. */
async function createService(trx: Trx, fields: Fields, now: Date): Promise<ServiceEffects | Refusal> {
  await lockWeek(trx);
  const service = newServiceOf(fields);
  const errors = validateService(service, practice.currency);
  if (Object.keys(errors).length > 0) return refuse('INVALID_INPUT', { details: errors });
  const forms = await readFormChange(trx, null, fields.form_ids);
  if (forms instanceof Refusal) return forms;
  const service_id = await insertService(trx, service, serviceSlug(service.name), now);
  await changeForms(trx, service_id, forms);
  await queueSync(trx, service_id, now);
  return {
    service_id,
    preview: {
      bookings: [],
      summary: [
        `${service.name}, ${service.duration} minutes, ${priceText({ ...service, id: service_id, key: '' })}.`,
        service.bookable_online
          ? 'It goes to the end of the price list. Clients see it once it has working hours.'
          : 'Only you can book it, and clients don’t see it.',
        ...forms.lines,
      ],
    },
    versions: forms.versions,
  };
}

/** Changes a service. Bookings and payment pages keep their own copy of its terms. */
async function changeService(
  trx: Trx,
  { id, service: fields }: IdOf & { service: Partial<Fields> },
  now: Date,
): Promise<ServiceEffects | Refusal> {
  const today = localDateOf(now, zone);
  const lockedRules = (week: Week) => {
    const there = findService(week, id);
    const ends = fields.bookable_online === false && there?.bookable_online;
    const moves = there && movesHours(there, fields);
    const limits = there && (fields.audience ?? there.audience) !== there.audience;
    return moves || ends || limits ? rulesOf(week, id) : [];
  };
  const week = await lockedWeek(trx, lockedRules, today);
  if (week instanceof Refusal) return week;
  const there = findService(week, id);
  if (!there) return refuse('SERVICE_NOT_FOUND');
  const next = mergeService(there, fields);
  const errors = validateService(next, practice.currency);
  if (Object.keys(errors).length > 0) return refuse('INVALID_INPUT', { details: errors });
  if (next.format !== there.format && (await wasBooked(trx, id)))
    return refuse('SEATS_BOOKED', { message: 'It has been booked, so its format stays.' });
  const problem = problemOf(next, there, week, today);
  if (problem !== null) return refuse('NOT_POSSIBLE', { message: problem });
  const moves = movesHours(there, fields);
  const seats = moves ? await selectLiveSeats(trx, id, now) : 0;
  if (seats > 0)
    return refuse('SEATS_BOOKED', {
      message: `${countText(seats, 'person is', 'people are')} booked in it, so its ${there.duration} minutes can’t change.`,
    });
  const forms = await readFormChange(trx, id, fields.form_ids);
  if (forms instanceof Refusal) return forms;

  const before = await readDependants(trx, id, now);
  await updateService(trx, next, now);
  await changeForms(trx, id, forms);
  const moved = moves ? await moveClassHours(trx, next, rulesOf(week, id), today) : [];
  const changed = changedLines(there, next);
  if (isSoldDifferently(there, next)) await queueSync(trx, id, now);
  const effects = listEffects(before, await readDependants(trx, id, now));
  const isNewPrice = priceText(there) !== priceText(next) || there.base_price_cents !== next.base_price_cents;
  const kept = keepText(before, isNewPrice ? 'price' : 'terms');
  const outside =
    next.audience === there.audience ? [] : await outsideLines(trx, id, next.audience, before, now);
  return {
    service_id: id,
    preview: {
      ...effects,
      bookings: [],
      summary: [
        ...changed,
        ...outside,
        ...forms.lines,
        ...moved,
        ...tooShortHours(next, week).map(
          (rule) => `${hoursText(rule)} is too short for it and offers no times.`,
        ),
        ...(changesTerms(there, next) ? [termsLine(kept, isNewPrice)] : []),
      ],
    },
    versions: [versionOf(there), ...forms.versions, ...versionsOf(before, effects)],
  };
}

function termsLine(kept: string | null, isNewPrice: boolean): string {
  if (kept === null) return isNewPrice ? 'Nothing is booked yet. Carts ask again.' : 'Nothing is booked yet.';
  return isNewPrice ? `${kept}; carts ask again.` : `${kept}.`;
}

/** Takes a service from the price list. What is booked stays, and its hours are kept. */
async function retireService(trx: Trx, { id }: IdOf, now: Date): Promise<ServiceEffects | Refusal> {
  const week = await lockedWeek(trx, (each) => rulesOf(each, id), localDateOf(now, zone));
  if (week instanceof Refusal) return week;
  const service = findService(week, id);
  if (!service) return refuse('SERVICE_NOT_FOUND');
  if (!service.is_active) return refuse('NOT_POSSIBLE', { message: `${service.name} is retired already.` });
  const before = await readDependants(trx, id, now);
  await setOffered(trx, id, false, now);
  const effects = listEffects(before, await readDependants(trx, id, now));
  const kept = keepText(before, 'time');
  return {
    service_id: id,
    preview: {
      ...effects,
      next_dates: [],
      bookings: [],
      summary: [
        `${service.name} leaves the price list, and nobody can book it any more. Its hours are kept.`,
        kept === null ? 'Nothing is booked in it.' : `${kept}.`,
        ...waitLines(before),
      ],
    },
    versions: [
      versionOf(service),
      ...versionsOf(before, effects),
      ...before.waiting.map(({ id }) => `entry ${id}`),
    ],
  };
}

/** Offers a retired service again, with its former hours. */
async function restoreService(trx: Trx, { id }: IdOf, now: Date): Promise<ServiceEffects | Refusal> {
  const today = localDateOf(now, zone);
  const week = await lockedWeek(trx, () => [], today);
  if (week instanceof Refusal) return week;
  const service = findService(week, id);
  if (!service) return refuse('SERVICE_NOT_FOUND');
  if (service.is_active) return refuse('NOT_POSSIBLE', { message: `${service.name} is offered already.` });
  const collision = isClassFormat(service.format)
    ? collisionOf({ ...service, is_active: true }, week, today)
    : null;
  if (collision !== null) return refuse('NOT_POSSIBLE', { message: `${collision} End one of them first.` });
  await setOffered(trx, id, true, now);
  await queueSync(trx, id, now);
  const rules = rulesOf(week, id);
  return {
    service_id: id,
    preview: {
      bookings: [],
      summary: [
        `${service.name} is back on the price list, for ${priceText(service)}.`,
        rules.length === 0
          ? 'It has no hours, so clients can’t book it yet.'
          : `Its hours: ${rules.map(hoursText).join('; ')}.`,
      ],
    },
    versions: [versionOf(service), ...rules.map(({ id: rule }) => `rule ${rule}`)],
  };
}

const findService = ({ services }: Week, id: string) => services.find((each) => each.id === id);

const movesHours = (there: StoredService, { duration }: Partial<Fields>): boolean =>
  isClassFormat(there.format) && duration !== undefined && duration !== there.duration;

const versionOf = ({ id, updated_at }: StoredService) => `service ${id} ${updated_at?.toISOString() ?? ''}`;

/** Whether the payment provider's product or price is another one. */
const isSoldDifferently = (there: StoredService, next: StoredService): boolean =>
  there.name !== next.name || there.description !== next.description || priceText(there) !== priceText(next);

/** A practice that keeps no services at the payment provider has nothing to bring up to date there. */
async function queueSync(trx: Trx, service_id: string, now: Date): Promise<void> {
  if (await hasProducts(trx)) await queueServiceSync(trx, service_id, now);
}

/**
 * Locks the week and, before it, the days of some of its rules: holds on them in progress come first, and later ones see
 * the change.
 */
async function lockedWeek(
  trx: Trx,
  rulesToLock: (week: Week) => readonly Rule[],
  today: LocalDate,
): Promise<Week | Refusal> {
  const known = rulesToLock(await readWeek(trx, today));
  await lockTime(trx, daysOf(known, today, zone));
  await lockWeek(trx);
  const week = await readWeek(trx, today);
  if (JSON.stringify(rulesToLock(week)) === JSON.stringify(known)) return week;
  return refuse('BOOKING_IN_PROGRESS', {
    message: 'Someone else has just changed these hours. Please try again.',
  });
}

/** Refuses an id that cannot be one before it reaches the database. */
export const hasValidIds = (change: ServiceChange): boolean =>
  (change.kind === 'CREATE' || isUuid(change.id)) &&
  (change.kind === 'RETIRE' || change.kind === 'RESTORE' || (change.service.form_ids ?? []).every(isUuid));
