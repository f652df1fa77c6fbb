import { writeFileSync } from 'node:fs';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays, dayOfWeek, monthGrid, yearMonthOf } from '#domain/time/calendar.ts';
import {
  formatClock,
  formatLongDate,
  formatMonthDayTime,
  formatShortDateAtTime,
} from '#domain/time/date-formats.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf, startOfDay, zoneName } from '#domain/time/zone.ts';
import { slotState } from '#domain/checkout/conflicts.ts';
import { findSlot, slotsForDate } from '#domain/slots/slots.ts';

// What server and browser say of every slot of many days, for one zone of the machine: run with TZ set,
// `node wall-clock-answers.ts <questions as JSON> <file of the answers>`.
export type WallClockQuestions = { zones: readonly string[]; from: string; days: number };
/** One slot as the wire carries it, then what a person reads of it. */
type WallClockSlot = { start: string; end: string; at: string; read: string; state: string };
export type WallClockDay = {
  zone: string;
  date: string;
  title: string;
  grid: string;
  /** A massage of 45 minutes, every half hour around the clock. */
  slots: WallClockSlot[];
  /** The class at nine. */
  nine: string[];
};
export type WallClockAnswers = { machine_zone: string; machine_hour: number; days: WallClockDay[] };

const SERVICE = {
  id: 'massage',
  duration: 30,
  buffer_time: 0,
  format: 'ONE_ON_ONE',
  max_capacity: 1,
} as const;
const CLASS = { id: 'class', duration: 60, buffer_time: 0, format: 'GROUP', max_capacity: 5 } as const;

function ruleOn(service_id: string, date: string, start_time: string, end_time: string): Rule {
  return {
    id: `${service_id}-${date}`,
    service_id,
    location_type: 'FIXED_LOCATION',
    day_of_week: dayOfWeek(date),
    pattern: 'WEEKLY',
    week_of_month: null,
    start_date: '2020-01-01',
    end_date: null,
    start_time,
    end_time,
    slot_step_min: 30,
    capacity: null,
    is_active: true,
  };
}

function answersOf(zone: string, date: string): WallClockDay {
  // Noon of the day before: the date is tomorrow.
  const now = instantOf(addDays(date, -1), 12 * 60, zone)!;
  const facts = { closures: [], taken: [], now, zone };
  const rules = [ruleOn('massage', date, '00:00', '24:00')];
  const offered = slotsForDate({ ...facts, service: SERVICE, rules, date });
  const nine = slotsForDate({
    ...facts,
    service: CLASS,
    rules: [ruleOn('class', date, '09:00', '10:00')],
    date,
  });
  const inCart = [
    { serviceId: 'massage', selectedDate: date, slotData: { start: '9:00 AM', end: '9:30 AM' } },
  ];
  const slots = offered.map(({ schedule_id, start, end, start_time }) => {
    // Over the wire and back: the browser knows the texts and the instant, and asks for what it was shown.
    const at = start_time.toISOString();
    const accepted = findSlot({ ...facts, service: SERVICE, rules }, { schedule_id, date, start, end });
    const isSame = accepted.ok && accepted.slot.start_time.toISOString() === at;
    return {
      start,
      end,
      at,
      read: [
        localDateOf(at, zone),
        formatClock(at, zone),
        formatMonthDayTime(at, zone),
        formatShortDateAtTime(at, zone),
        zoneName(at, zone),
        parseTime(start),
        isSame ? 'accepted' : 'refused',
      ].join(' | '),
      state: slotState({ start, end }, date, SERVICE, inCart),
    };
  });
  const { year, month } = yearMonthOf(date);
  const cells = monthGrid(year, month, 0);
  return {
    zone,
    date,
    title: `${formatLongDate(date)} | ${startOfDay(date, zone).toISOString()}`,
    grid: `${cells[0]!.date} ${cells.filter(({ inMonth }) => inMonth).length} ${cells.at(-1)!.date}`,
    slots,
    nine: nine.map(({ start, start_time }) => `${start} ${start_time.toISOString()}`),
  };
}

const [questions, file] = process.argv.slice(2);
if (questions !== undefined && file !== undefined) {
  const { zones, from, days } = JSON.parse(questions) as WallClockQuestions;
  const answers: WallClockAnswers = {
    machine_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    machine_hour: new Date(`${from}T12:00:00Z`).getHours(),
    days: zones.flatMap((zone) => Array.from({ length: days }, (_, n) => answersOf(zone, addDays(from, n)))),
  };
  writeFileSync(file, JSON.stringify(answers));
}
