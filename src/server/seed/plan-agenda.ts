import { addDays } from '#domain/time/calendar.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { localMinutesOf } from '#domain/time/zone.ts';
import { namedClients, type NamedClient } from '#content/seed/named-clients.ts';
import { seedForms } from '#content/seed/forms.ts';
import { SIGNATURE } from '#content/seed/demo-clients.ts';
import type { SeedBooking, SeedClient } from '#content/seed/types.ts';
import type { FoundSlot, Placer } from './place-bookings.ts';
import type { Catalogue, SeededService } from './seed-catalogue.ts';
import type { Seeding } from './seeding.ts';

const HOUR_MS = 3_600_000;
/** Sessions of one day: enough to look at, few enough to leave slots. */
const SESSIONS_A_DAY = 4;
const SEATS_OF_A_CLASS = 3;
const DAYS_AHEAD = 14;

/**
 * Plans sessions of the named clients around the seed day: today and tomorrow, a house call and seats in a class soon, a
 * no-show and a cancelled one before. It only takes slots that are free on that day, so that it breaks no rule and moves
 * no other sample.
 */
export function planAgenda(seeding: Seeding, catalogue: Catalogue, placer: Placer): NamedClient[] {
  const planned = namedClients.map((client): NamedClient => ({ ...client, bookings: [] }));
  const services = [...catalogue.services.values()];
  const single = services.filter(({ format }) => format === 'ONE_ON_ONE');
  let turn = 0;
  const next = () => planned[turn++ % planned.length]!;

  const { today } = seeding;
  for (const date of [today, addDays(today, 1)])
    for (const slot of sessionsOf(date, single, placer)) add(next(), slot, seeding);
  const soon = Array.from({ length: DAYS_AHEAD }, (_, n) => addDays(today, n + 2));
  const atHome = soon
    .flatMap((date) => slotsOn(date, single, placer))
    .find(({ place }) => place === 'HOUSE_CALL');
  if (atHome) add(next(), atHome, seeding);
  const inClass = [today, addDays(today, 1), ...soon]
    .flatMap((date) =>
      slotsOn(
        date,
        services.filter(({ format }) => isClassFormat(format)),
        placer,
      ),
    )
    .find(({ start_time, free }) => free >= SEATS_OF_A_CLASS && start_time > seeding.now);
  if (inClass) for (let seat = 0; seat < SEATS_OF_A_CLASS; seat++) add(next(), inClass, seeding);

  let day = 0;
  /** The first slot of an earlier day; each call goes further back. */
  const before = (): FoundSlot => {
    for (;;) {
      const slot = slotsOn(addDays(today, --day), single, placer)[0];
      if (slot) return slot;
    }
  };
  add(planned[4]!, before(), seeding, 'NO_SHOW');
  add(planned[7]!, before(), seeding, 'CANCELLED');
  for (let visit = 0; visit < 5; visit++)
    for (const each of planned) if (visit < each.earlier_visits) add(each, before(), seeding, 'COMPLETED');

  return planned;
}

/** Picks sessions of different services through a day, with an hour free after every second one. */
function sessionsOf(date: string, services: readonly SeededService[], placer: Placer): FoundSlot[] {
  const picked: FoundSlot[] = [];
  const slots = slotsOn(date, services, placer);
  let from = 0;
  while (picked.length < SESSIONS_A_DAY) {
    const timesPicked = ({ service }: FoundSlot) => picked.filter((each) => each.service === service).length;
    const free = slots.filter(({ start_time }) => start_time.getTime() >= from);
    const soon = free.filter(
      ({ start_time }) => start_time.getTime() < free[0]!.start_time.getTime() + HOUR_MS,
    );
    const slot = soon.toSorted((a, b) => timesPicked(a) - timesPicked(b))[0];
    if (!slot) break;
    picked.push(slot);
    from = slot.blocked_until.getTime() + (picked.length % 2 === 0 ? HOUR_MS : 0);
  }
  return picked;
}

const slotsOn = (date: string, services: readonly SeededService[], placer: Placer): FoundSlot[] =>
  services
    .flatMap((service) => placer.slotsOn(service, date))
    .toSorted((a, b) => a.start_time.getTime() - b.start_time.getTime());

function add(
  { first_name, bookings }: NamedClient,
  { service, place, date, start_time, end_time }: FoundSlot,
  { now, zone, today }: Seeding,
  status: SeedBooking['status'] = end_time > now ? 'CONFIRMED' : 'COMPLETED',
): void {
  const { key, base_price, min_price } = service;
  bookings.push({
    key: `${first_name}-${bookings.length}`,
    service: key,
    date: { day_offset: dayOffset(date, today) },
    start_time: formatTime(localMinutesOf(start_time, zone)),
    location_type: place,
    status,
    price: min_price === null ? base_price : Math.round((min_price + base_price) / 2),
  });
}

const dayOffset = (date: string, today: string) =>
  Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);

/** Returns what the client has handed in of the forms that their own visits ask for. */
export function submissionsOf(
  { forms, bookings }: NamedClient,
  catalogue: Catalogue,
): SeedClient['submissions'] {
  if (forms === 'NONE') return [];
  return seedForms.flatMap((form): SeedClient['submissions'] => {
    const answers = {
      form: form.key,
      submitted: { day_offset: -1 },
      responses: Object.fromEntries(
        form.content.sections
          .flatMap(({ questions }) => questions)
          .filter(({ required }) => required)
          .map(({ id, type, options }) => [id, sampleAnswer(type, options)]),
      ),
    };
    if (form.is_global) return [{ ...answers, booking: null }];
    if (forms !== 'ALL') return [];
    return bookings
      .filter(
        ({ service, status }) =>
          form.services.includes(catalogue.services.get(service)!.key) && status !== 'CANCELLED',
      )
      .map(({ key }) => ({ ...answers, booking: key }));
  });
}

function sampleAnswer(type: string, options: readonly string[]): string | string[] {
  if (type === 'SIGNATURE') return SIGNATURE;
  if (type === 'CHECKBOX') return [...options];
  return options[0] ?? 'None';
}
