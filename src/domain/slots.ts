/**
 * The slot engine: rules + taken time + now -> slots (rules.md §4). One judge (slot-judge.ts) answers the
 * listing, the month's overview, the explanation and the checkout alike, so that they cannot differ.
 */
import type { Closure, LocationType, Rule } from '#domain/availability.ts';
import { dateOfDayNumber, dayNumberOf, isLocalDate, type LocalDate } from '#domain/calendar.ts';
import { formatTime, parseTime } from '#domain/wall-time.ts';
import { type JudgedDay, type Judge, judgeOf, type Verdict } from '#domain/slot-judge.ts';

export type ServiceFormat = 'ONE_ON_ONE' | 'GROUP' | 'WORKSHOP' | 'PRODUCT';

/** Why a day or a time is not offered (rules.md §4); ALREADY_BOOKED: the viewer has a seat in that class. */
const SLOT_REFUSALS = [
  'TOO_SOON',
  'TOO_FAR',
  'NO_RULE',
  'OFF_WEEK',
  'CLOSED',
  'FULL',
  'BUFFER',
  'ALREADY_BOOKED',
] as const;
export type SlotRefusal = (typeof SLOT_REFUSALS)[number];

/** duration and buffer_time in minutes. */
export type SlotService = {
  id: string;
  duration: number;
  buffer_time: number;
  format: ServiceFormat;
  max_capacity: number | null;
};
/** One class rule of the practice: its occurrences are busy time for every other service. Minutes. */
export type ScheduledClass = { rule: Rule; duration: number; buffer_time: number };
/** An appointment that stands (a held or booked seat exists). `mine`: the viewer's own seat in it. */
export type Taken = {
  id: string;
  service_id: string;
  rule_id: string;
  location_type?: LocationType;
  start: Date;
  end: Date;
  blocked_until: Date;
  capacity: number;
  taken: number;
  mine?: 'HELD' | 'BOOKED';
};
/**
 * Appointments of which only the time matters: sessions with one seat, taken by others. Epoch ms; the nth appointment
 * is the nth number of each list.
 */
export type BusyTimes = {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly blocked: readonly number[];
};
/** A session in the viewer's cart; only its buffers matter here (rules.md §4). */
export type CartSession = { start_time: Date; end_time: Date; blocked_until: Date };
export type SlotFacts = {
  service: SlotService;
  /** The service's rules that the caller may use. */
  rules: readonly Rule[];
  /** All class rules of the practice (those of `service` itself are skipped). */
  classes?: readonly ScheduledClass[];
  closures: readonly Closure[];
  taken: readonly Taken[];
  /** More appointments, in a form that costs little with many of them. */
  busy?: BusyTimes;
  cart?: readonly CartSession[];
  now: Date;
  /** IANA name of the practice's zone. */
  zone: string;
};
export type DayFacts = SlotFacts & { date: LocalDate };
/** start and end 'h:mm AM/PM', duration in minutes; available_spots only for classes. */
export type SlotOffer = {
  schedule_id: string;
  start: string;
  end: string;
  duration: number;
  start_time: Date;
  end_time: Date;
  blocked_until: Date;
  available_spots?: number;
  current_count: number;
  capacity: number;
};
type RefusedTime = { schedule_id: string; start: string; end: string; reason: SlotRefusal };
/** `reason` says why the whole day has no offer; absent when it has one. */
type DayExplanation = {
  date: LocalDate;
  offers: SlotOffer[];
  refused: RefusedTime[];
  reason?: SlotRefusal;
};
type DayOverview = { date: LocalDate; open_slots: number; reason?: SlotRefusal };
/** start and end in any spelling of parseTime. */
type SlotRequest = { schedule_id: string; date: LocalDate; start: string; end: string };
type OfferAnswer = { ok: true; offer: SlotOffer; rule: Rule } | { ok: false; reason: SlotRefusal };

const MINUTE_MS = 60_000;

/** GROUP and WORKSHOP are classes: one occurrence a day, many seats. */
export function isClassFormat(format: string): boolean {
  return format === 'GROUP' || format === 'WORKSHOP';
}

/** The slots offered on a date, by start; [] outside the window or for a malformed date. */
export function slotsForDate(facts: DayFacts): SlotOffer[] {
  return explainDate(facts).offers;
}

/** As slotsForDate, with every time that is not offered and why, and why the day has none. */
export function explainDate(facts: DayFacts): DayExplanation {
  const { date } = facts;
  if (!isLocalDate(date)) return { date, offers: [], refused: [], reason: 'NO_RULE' };
  const isClass = isClassFormat(facts.service.format);
  const judge = judgeOf(facts, isClass);
  const day = dayNumberOf(date);
  const outside = outsideWindow(judge, day);
  if (outside) return { date, offers: [], refused: [], reason: outside };

  const judged = judge.judge(day);
  const explanation: DayExplanation = { date, offers: [], refused: [] };
  for (const verdict of judged.listed) {
    if (verdict.reason === null) explanation.offers.push(offerOf(verdict, judged, isClass));
    else explanation.refused.push(refusedOf(verdict, verdict.reason, judged));
  }
  if (explanation.offers.length === 0) explanation.reason = reasonOfDay(judged);
  return explanation;
}

/** Every day of the bookable window with the number of its slots, in one pass over the facts. */
export function overviewOfDays(facts: SlotFacts): DayOverview[] {
  const judge = judgeOf(facts, isClassFormat(facts.service.format));
  const days: DayOverview[] = [];
  for (let day = judge.firstDay; day <= judge.lastDay; day++) {
    const judged = judge.judge(day);
    let open_slots = 0;
    for (const verdict of judged.listed) if (verdict.reason === null) open_slots++;
    const date = dateOfDayNumber(day);
    days.push(open_slots > 0 ? { date, open_slots } : { date, open_slots, reason: reasonOfDay(judged) });
  }
  return days;
}

/** Judges one requested time for the checkout: offered now, exactly as listed, or why not. */
export function findOffer(facts: SlotFacts, request: SlotRequest): OfferAnswer {
  const start = parseTime(request.start);
  const end = parseTime(request.end);
  if (start === null || end === null || !isLocalDate(request.date)) return { ok: false, reason: 'NO_RULE' };
  const isClass = isClassFormat(facts.service.format);
  const judge = judgeOf(facts, isClass);
  const day = dayNumberOf(request.date);
  const outside = outsideWindow(judge, day);
  if (outside) return { ok: false, reason: outside };

  const judged = judge.judge(day);
  // Also a twin that is not listed: it may have been before the other rule came.
  const verdict = judged.all.find(
    (each) =>
      each.rule.id === request.schedule_id &&
      judged.clock.minutesAt(each.start) === start &&
      judged.clock.minutesAt(each.end) % 1440 === end % 1440,
  );
  if (!verdict) return { ok: false, reason: judged.reason ?? 'NO_RULE' };
  if (verdict.reason !== null) return { ok: false, reason: verdict.reason };
  return { ok: true, offer: offerOf(verdict, judged, isClass), rule: verdict.rule };
}

function outsideWindow(judge: Judge, day: number): 'TOO_SOON' | 'TOO_FAR' | null {
  if (day < judge.firstDay) return 'TOO_SOON';
  return day > judge.lastDay ? 'TOO_FAR' : null;
}

/** The most telling reason of a day without offers: a seat of one's own, sold out, too close, closed. */
function reasonOfDay(judged: JudgedDay): SlotRefusal {
  if (judged.reason) return judged.reason;
  const order: readonly SlotRefusal[] = ['ALREADY_BOOKED', 'FULL', 'BUFFER', 'CLOSED'];
  return order.find((reason) => judged.listed.some((each) => each.reason === reason)) ?? 'NO_RULE';
}

function offerOf(verdict: Verdict, judged: JudgedDay, isClass: boolean): SlotOffer {
  const { start, end, capacity, current_count } = verdict;
  const offer: SlotOffer = {
    schedule_id: verdict.rule.id,
    start: formatTime(judged.clock.minutesAt(start)),
    end: formatTime(judged.clock.minutesAt(end)),
    duration: (end - start) / MINUTE_MS,
    start_time: new Date(start),
    end_time: new Date(end),
    blocked_until: new Date(verdict.blocked),
    current_count,
    capacity,
  };
  if (isClass) offer.available_spots = capacity - current_count;
  return offer;
}

function refusedOf(verdict: Verdict, reason: SlotRefusal, judged: JudgedDay): RefusedTime {
  return {
    schedule_id: verdict.rule.id,
    start: formatTime(judged.clock.minutesAt(verdict.start)),
    end: formatTime(judged.clock.minutesAt(verdict.end)),
    reason,
  };
}
