import { randomUUID } from 'node:crypto';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { findSlot, isClassFormat, slotsForDate } from '#domain/slots/slots.ts';
import type { SlotService, Taken } from '#domain/slots/slot-facts.ts';
import type { LocationType } from '#domain/slots/services.ts';
import type { SeedBooking } from '#content/seed/types.ts';
import { momentOn, type Seeding } from './seeding.ts';
import type { Catalogue, SeededService } from './seed-catalogue.ts';

export type PlacedSeat = { appointment_id: string; rule_id: string };
/** A free slot; `free`: its seats. */
export type FoundSlot = {
  service: SeededService;
  place: LocationType;
  date: string;
  start_time: Date;
  end_time: Date;
  blocked_until: Date;
  free: number;
};
export type Placer = {
  /** The placed seat, or the reason why there is no room on that date. */
  place(
    service: SeededService,
    wanted: SeedBooking,
    date: string,
  ): { ok: true; placed: PlacedSeat } | { ok: false; reason: string };
  /** The free slots of a date at every place of a service. */
  slotsOn(service: SeededService, date: string): FoundSlot[];
  appointments(): readonly Taken[];
};

/** Sample bookings were made this many days before their date. */
const BOOKED_AHEAD_DAYS = 20;

/**
 * Places sample bookings with the slot engine of the listing, so that the sample breaks no rule on any seed day. A
 * booking without a free slot is left out.
 */
export function createPlacer(seeding: Seeding, catalogue: Catalogue): Placer {
  const standing: Taken[] = [];
  const byId = new Map([...catalogue.services.values()].map((service) => [service.id, service]));
  const classes = catalogue.rules
    .filter((rule) => isClassFormat(byId.get(rule.service_id)!.format))
    .map((rule) => {
      const { duration, buffer_time } = byId.get(rule.service_id)!;
      return { rule, duration, buffer_time };
    });

  const factsOf = (service: SeededService, rules: readonly Rule[], date: string) => ({
    service: slotService(service),
    rules,
    classes,
    closures: catalogue.closures,
    taken: standing,
    now: momentOn(seeding, addDays(date, -BOOKED_AHEAD_DAYS), '12:00'),
    zone: seeding.zone,
  });

  return {
    appointments: () => standing,
    slotsOn(service, date) {
      const rules = catalogue.rules.filter((rule) => rule.service_id === service.id);
      return slotsForDate({ ...factsOf(service, rules, date), date }).map((slot) => ({
        service,
        place: rules.find(({ id }) => id === slot.schedule_id)!.location_type,
        date,
        start_time: slot.start_time,
        end_time: slot.end_time,
        blocked_until: slot.blocked_until,
        free: slot.capacity - slot.current_count,
      }));
    },
    place(service, wanted, date) {
      const rules = catalogue.rules.filter(
        (rule) => rule.service_id === service.id && rule.location_type === wanted.location_type,
      );
      const start = momentOn(seeding, date, wanted.start_time);
      const end = new Date(start.getTime() + service.duration * 60_000);
      const facts = factsOf(service, rules, date);
      let reason = 'NO_RULE';
      for (const rule of rules) {
        const answer = findSlot(facts, {
          schedule_id: rule.id,
          date,
          start: wanted.start_time,
          end: formatClock(end, seeding.zone),
        });
        if (!answer.ok) {
          if (answer.reason !== 'NO_RULE') reason = answer.reason;
          continue;
        }
        const { slot } = answer;
        const there = standing.find(
          (taken) => taken.service_id === service.id && taken.start.getTime() === slot.start_time.getTime(),
        );
        if (there) there.taken += 1;
        const id = there?.id ?? randomUUID();
        if (!there)
          standing.push({
            id,
            service_id: service.id,
            rule_id: rule.id,
            location_type: rule.location_type,
            start: slot.start_time,
            end: slot.end_time,
            blocked_until: slot.blocked_until,
            capacity: slot.capacity,
            taken: 1,
          });
        return { ok: true, placed: { appointment_id: id, rule_id: rule.id } };
      }
      return { ok: false, reason };
    },
  };
}

function slotService({ id, duration, buffer_time, format, max_capacity }: SeededService): SlotService {
  return { id, duration, buffer_time, format, max_capacity };
}
