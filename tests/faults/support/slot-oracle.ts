/**
 * A second, slow slot engine: it walks each real minute of a day by what Intl says the clock shows, and
 * shares no code with slots.ts. Written from product.md §5.9 and rules.md §4 alone, and plain enough to be checked by reading.
 */
import type { Rule } from '#domain/slots/availability.ts';
import type { DayFacts } from '#domain/slots/slots.ts';
import type { Taken } from '#domain/slots/slot-facts.ts';

/** Times in epoch ms. */
type OracleSlot = {
  schedule_id: string;
  start: number;
  end: number;
  blocked: number;
  /** 'HH:mm' on the wall. */
  starts: string;
  ends: string;
  spots: number | null;
  seats_gone: number;
};
/** One real minute of a day and what the clock shows during it: 'HH:mm'. */
type Minute = { ms: number; wall: string };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const clocks = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, Minute[]>();

function clock(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, format);
  return format;
}

const utc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dateOfUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const plusDays = (date: string, count: number) => dateOfUtc(utc(date) + count * DAY);

/** No zone has changed its clock within a quarter of an hour since 1972: Intl, which is slow, is asked once for each. */
const QUARTER = 15;

/** Every real minute that the zone counts to a date, in order. */
export function minutesOf(date: string, zone: string): Minute[] {
  const key = `${zone} ${date}`;
  const known = days.get(key);
  if (known) return known;
  const minutes: Minute[] = [];
  const [from, to] = [utc(date) - 15 * 60 * MINUTE, utc(date) + 39 * 60 * MINUTE];
  for (let quarter = from; quarter < to; quarter += QUARTER * MINUTE) {
    const local = clock(zone).format(quarter);
    if (!local.startsWith(date)) continue;
    const [hour, first] = [local.slice(11, 14), Number(local.slice(14))];
    for (let n = 0; n < QUARTER; n++)
      minutes.push({ ms: quarter + n * MINUTE, wall: `${hour}${String(first + n).padStart(2, '0')}` });
  }
  days.set(key, minutes);
  return minutes;
}

/** The rule is active, inside its dates, on its weekday, and its pattern is met (product.md §5.9.2). */
function opens(rule: Rule, date: string): boolean {
  if (!rule.is_active || rule.skipped?.includes(date)) return false;
  if (date < rule.start_date || (rule.end_date !== null && date > rule.end_date)) return false;
  if (new Date(utc(date)).getUTCDay() !== rule.day_of_week) return false;
  if (rule.pattern === 'BIWEEKLY') {
    let weeks = 0;
    while (plusDays(rule.start_date, (weeks + 1) * 7) <= date) weeks++;
    return weeks % 2 === 0;
  }
  if (rule.pattern === 'MONTHLY') {
    const dayOfMonth = Number(date.slice(8));
    const week = dayOfMonth <= 7 ? 1 : dayOfMonth <= 14 ? 2 : dayOfMonth <= 21 ? 3 : dayOfMonth <= 28 ? 4 : 5;
    return rule.week_of_month === week;
  }
  return true;
}

function isInWindow(facts: DayFacts): boolean {
  const today = clock(facts.zone).format(facts.now).slice(0, 10);
  const active = facts.rules.filter((rule) => rule.is_active);
  const isOpenAlready = active.some(
    (rule) => rule.start_date <= today && (rule.end_date === null || rule.end_date >= today),
  );
  const future = active.map((rule) => rule.start_date).filter((start) => start > today);
  const tomorrow = plusDays(today, 1);
  const earliest = isOpenAlready || future.length === 0 ? tomorrow : future.sort()[0]!;
  return facts.date >= earliest && facts.date <= plusDays(today, 30);
}

/** The real minutes of a session that begins at a wall time (the first such minute); null if it leaves its day. */
function sessionAt(day: Minute[], wall: string, length: number): Minute[] | null {
  const first = day.findIndex((minute) => minute.wall === wall);
  if (first < 0 || first + length > day.length || length < 1) return null;
  return day.slice(first, first + length);
}

const isClosed = (facts: DayFacts, session: Minute[]) =>
  session.some(({ ms }) =>
    facts.closures.some((closure) => ms >= closure.starts_at.getTime() && ms < closure.ends_at.getTime()),
  );

/** A class with sold seats takes place all the same. */
const isBusyElsewhere = (facts: DayFacts, session: Minute[]) =>
  session.some(({ ms }) => facts.busy_elsewhere?.some((busy) => ms >= busy.start && ms < busy.end));

type Block = { from: number; sessionEnd: number; until: number };

/** Classes that other services scheduled around a date: busy even with no seat sold. */
function scheduledClasses(facts: DayFacts): Block[] {
  const blocks: Block[] = [];
  for (const date of [plusDays(facts.date, -1), facts.date, plusDays(facts.date, 1)])
    for (const { rule, duration, buffer_time } of facts.classes ?? []) {
      if (rule.service_id === facts.service.id || !opens(rule, date)) continue;
      const session = sessionAt(minutesOf(date, facts.zone), rule.start_time, duration);
      if (!session || isClosed(facts, session) || isBusyElsewhere(facts, session)) continue;
      const sessionEnd = session.at(-1)!.ms + MINUTE;
      blocks.push({ from: session[0]!.ms, sessionEnd, until: sessionEnd + buffer_time * MINUTE });
    }
  return blocks;
}

/** The viewer's own open checkout does not block the viewer: its seat does not count. */
function withoutOwnHolds(taken: readonly Taken[]): (Taken & { others: number })[] {
  return taken
    .map((each) => ({ ...each, others: each.mine === 'HELD' ? each.taken - 1 : each.taken }))
    .filter((each) => each.others > 0);
}

function isMinuteBlocked(ms: number, blocks: readonly Block[]): boolean {
  return blocks.some((block) => ms >= block.from && ms < block.until);
}

/** Left out for a cart item's buffer alone: the blocked times meet, the sessions do not. */
function breaksOnlyABuffer(facts: DayFacts, start: number, end: number, blocked: number): boolean {
  return (facts.cart ?? []).some((item) => {
    let sessionsMeet = false;
    let blocksMeet = false;
    for (let ms = start; ms < blocked; ms += MINUTE) {
      if (ms >= item.start_time.getTime() && ms < item.blocked_until.getTime()) blocksMeet = true;
      if (ms < end && ms >= item.start_time.getTime() && ms < item.end_time.getTime()) sessionsMeet = true;
    }
    return blocksMeet && !sessionsMeet;
  });
}

const movedFrom = ({ moved = [] }: DayFacts, each: Taken) =>
  each.capacity === 1 && moved.some(({ start }) => start.getTime() === each.start.getTime());

/** A limit of the day or of its week, from Monday to Sunday, with one more session. */
function isOverACount(facts: DayFacts, sessions: readonly Taken[], minutes: number): boolean {
  const { limits, date, zone } = facts;
  if (!limits) return false;
  const dateOf = (each: Taken) => clock(zone).format(each.start).slice(0, 10);
  const today = sessions.filter((each) => dateOf(each) === date);
  if (limits.sessions_a_day !== null && today.length + 1 > limits.sessions_a_day) return true;
  if (limits.hours_a_week === null) return false;
  let monday = date;
  while (new Date(utc(monday)).getUTCDay() !== 1) monday = plusDays(monday, -1);
  let total = minutes;
  for (const each of sessions)
    if (dateOf(each) >= monday && dateOf(each) < plusDays(monday, 7))
      total += (each.end.getTime() - each.start.getTime()) / MINUTE;
  return total > limits.hours_a_week * 60;
}

/** A session that touches the time of the break, and so many free minutes in a row are not left there. */
function takesTheBreak(facts: DayFacts, day: Minute[], blocks: readonly Block[], own: Block): boolean {
  const { limits } = facts;
  if (!limits || limits.break_minutes === null) return false;
  const first = (wall: string) => day.findIndex((minute) => minute.wall >= wall);
  const [from, until] = [first(limits.break_from), first(limits.break_until)];
  const span = from < 0 ? [] : day.slice(from, until < 0 ? day.length : until);
  if (!span.some(({ ms }) => ms >= own.from && ms < own.until)) return false;
  let row = 0;
  for (const { ms } of span) {
    row = isMinuteBlocked(ms, [...blocks, own]) ? 0 : row + 1;
    if (row >= limits.break_minutes) return false;
  }
  return true;
}

const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const wallOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** What slotsForDate must list, in the order of (start, schedule_id). */
export function oracleSlots(facts: DayFacts): OracleSlot[] {
  const { service, date, zone } = facts;
  if (service.format === 'PRODUCT' || !isInWindow(facts)) return [];
  const day = minutesOf(date, zone);
  const isClass = service.format !== 'ONE_ON_ONE';
  const standing = withoutOwnHolds(facts.taken);
  const blockOf = (each: Taken): Block => ({
    from: each.start.getTime(),
    sessionEnd: each.end.getTime(),
    until: each.blocked_until.getTime(),
  });
  const scheduled = scheduledClasses(facts);
  const blocks = [...standing.map(blockOf), ...scheduled];
  // What limits count: a session that is to move leaves its time.
  const staying = standing.filter((each) => !movedFrom(facts, each));

  const found: { slot: OracleSlot; place: string }[] = [];
  for (const rule of facts.rules) {
    if (!opens(rule, date)) continue;
    for (const wall of isClass ? [rule.start_time] : startTimes(rule)) {
      const session = sessionAt(day, wall, service.duration);
      if (!session) continue;
      if (!isClass && session.at(-1)!.ms + MINUTE > closingMoment(rule, day)) continue;
      const slot = evaluate(rule, session);
      if (!slot) continue;
      const isListed = found.some(
        (other) => other.slot.start === slot.start && other.place === rule.location_type,
      );
      if (!isListed) found.push({ slot, place: rule.location_type });
    }
  }
  return found
    .map(({ slot }) => slot)
    .sort((a, b) => a.start - b.start || (a.schedule_id < b.schedule_id ? -1 : 1));

  function evaluate(rule: Rule, session: Minute[]): OracleSlot | null {
    const start = session[0]!.ms;
    const end = session.at(-1)!.ms + MINUTE;
    const blocked = end + service.buffer_time * MINUTE;
    const same = isClass
      ? standing.find(
          (each) =>
            each.service_id === service.id &&
            each.start.getTime() === start &&
            (each.rule_id === rule.id || each.location_type === rule.location_type),
        )
      : undefined;
    if (same) return judgeStanding(rule, start, same);
    if (isClosed(facts, session) || isBusyElsewhere(facts, session)) return null;
    for (let ms = start; ms < blocked; ms += MINUTE) if (isMinuteBlocked(ms, blocks)) return null;
    if (breaksOnlyABuffer(facts, start, end, blocked)) return null;
    const around = [...staying.map(blockOf), ...scheduled];
    const own = { from: start, sessionEnd: end, until: blocked };
    const sessions = staying.filter((each) => each.capacity === 1);
    if (!isClass && isOverACount(facts, sessions, session.length)) return null;
    if (!isClass && takesTheBreak(facts, day, around, own)) return null;
    const capacity = rule.capacity ?? service.max_capacity ?? 1;
    if (isClass && capacity < 1) return null;
    return slotOf(rule, start, end, blocked, isClass ? capacity : null, 0);
  }

  /** A class with sold seats keeps its own times and capacity. */
  function judgeStanding(rule: Rule, start: number, same: Taken & { others: number }): OracleSlot | null {
    const end = same.end.getTime();
    const blocked = same.blocked_until.getTime();
    if (end > day.at(-1)!.ms + MINUTE) return null;
    const minutes: Minute[] = [];
    for (let ms = start; ms < end; ms += MINUTE) minutes.push({ ms, wall: '' });
    if (isClosed(facts, minutes) || same.mine === 'BOOKED' || same.others >= same.capacity) return null;
    if (breaksOnlyABuffer(facts, start, end, blocked)) return null;
    return slotOf(rule, start, end, blocked, same.capacity - same.others, same.others);
  }

  function slotOf(
    rule: Rule,
    start: number,
    end: number,
    blocked: number,
    spots: number | null,
    gone: number,
  ) {
    const wallAt = (ms: number) => day.find((minute) => minute.ms === ms)?.wall ?? '00:00';
    return {
      schedule_id: rule.id,
      start,
      end,
      blocked,
      starts: wallAt(start),
      ends: wallAt(end),
      spots,
      seats_gone: gone,
    };
  }
}

function startTimes(rule: Rule): string[] {
  const walls: string[] = [];
  for (let wall = minutesIn(rule.start_time); wall < minutesIn(rule.end_time); wall += rule.slot_step_min)
    walls.push(wallOf(wall));
  return walls;
}

/** The first moment of the day at which the clock shows closing time or later. */
function closingMoment(rule: Rule, day: Minute[]): number {
  return day.find((minute) => minute.wall >= rule.end_time)?.ms ?? day.at(-1)!.ms + MINUTE;
}
