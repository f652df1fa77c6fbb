import { randomUUID } from 'node:crypto';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { instantOf } from '#domain/time/zone.ts';
import { overviewOfDays } from '#domain/slots/slots.ts';
import type { SlotFacts, Taken } from '#domain/slots/slot-facts.ts';
import { atLeast, type Figure, figureOf, median, ROUND_MS, ROUNDS, whole } from './support/figures.ts';

const ZONE = 'America/Los_Angeles';
const TODAY = '2026-03-01'; // the clocks change in this month
const BUSY_STARTS = [9 * 60, 13 * 60, 16 * 60];

/** P5: the slot engine alone, 31 days with three busy ranges a day, on one core. */
export function measureSlotEngine(): Figure[] {
  const facts = monthOfFacts();
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const end = performance.now() + ROUND_MS;
    const start = performance.now();
    let months = 0;
    while (performance.now() < end) {
      overviewOfDays(facts);
      months++;
    }
    rates.push((months / (performance.now() - start)) * 1000);
  }
  const rate = median(rates.slice(1));
  return [
    figureOf(
      'P5',
      'Slot engine alone, 31 days, 3 busy ranges a day',
      '10,000 a second (aim 30,000)',
      `${whole(rate)} a second`,
      atLeast(rate, { must: 10_000, aim: 30_000 }),
    ),
  ];
}

function monthOfFacts(): SlotFacts {
  const service_id = randomUUID();
  const rules: Rule[] = Array.from({ length: 7 }, (_, day_of_week) => ({
    id: randomUUID(),
    service_id,
    location_type: 'FIXED_LOCATION',
    day_of_week,
    pattern: 'WEEKLY',
    week_of_month: null,
    start_date: '2026-01-01',
    end_date: null,
    start_time: '08:00',
    end_time: '18:00',
    slot_step_min: 30,
    capacity: null,
    is_active: true,
  }));
  const taken: Taken[] = Array.from({ length: 31 }, (_, day) => addDays(TODAY, day)).flatMap((date) =>
    BUSY_STARTS.map((minutes) => {
      const start = instantOf(date, minutes, ZONE)!;
      const end = new Date(start.getTime() + 60 * 60_000);
      return {
        id: randomUUID(),
        service_id,
        rule_id: rules[0]!.id,
        start,
        end,
        blocked_until: new Date(end.getTime() + 15 * 60_000),
        capacity: 1,
        taken: 1,
      };
    }),
  );
  return {
    service: { id: service_id, duration: 60, buffer_time: 15, format: 'ONE_ON_ONE', max_capacity: 1 },
    rules,
    closures: [],
    taken,
    now: instantOf(TODAY, 7 * 60, ZONE)!,
    zone: ZONE,
  };
}
