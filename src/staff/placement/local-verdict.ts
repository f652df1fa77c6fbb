import type { CalendarAnswer, SessionRow } from '#contract/agenda.schemas.ts';
import { localDateOf } from '#domain/time/zone.ts';

/** A short answer to "can it go there?". A warning can be accepted; a taken time cannot be chosen. */
export type Verdict = { kind: 'FREE' | 'WARNED' | 'TAKEN' | 'UNKNOWN'; text: string };

type Facts = Pick<CalendarAnswer, 'from' | 'to' | 'zone' | 'sessions' | 'classes' | 'time_off' | 'openings'>;

type Span = { start: number; end: number };
const meet = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

/**
 * The verdict from the rows that the page has, for the frame in which the wish changes. The server's check follows and
 * knows more: the hours of this service, and what another device has just booked.
 */
export function localVerdict(facts: Facts, session: SessionRow, start: number, now: number): Verdict {
  const { zone } = facts;
  const date = localDateOf(start, zone);
  if (date < facts.from || date > facts.to) return { kind: 'UNKNOWN', text: 'checking…' };
  const length = Date.parse(session.end_time) - Date.parse(session.start_time);
  const wish = { start, end: start + length };
  const rows = [
    ...facts.sessions
      .filter((row) => row.id !== session.id && row.status !== 'CANCELLED' && row.format === 'ONE_ON_ONE')
      .map((row) => ({ ...spanOf(row), text: row.client?.short_name ?? row.service_name })),
    ...facts.classes
      .filter(({ taken }) => taken > 0)
      .map((row) => ({ ...spanOf(row), text: row.service_name })),
  ];
  const taken = rows.find((row) => meet(row, wish));
  if (taken) return { kind: 'TAKEN', text: taken.text };
  if (start < now) return { kind: 'WARNED', text: 'in the past' };
  const off = facts.time_off.find(({ starts_at, ends_at }) =>
    meet({ start: Date.parse(starts_at), end: Date.parse(ends_at) }, wish),
  );
  if (off) return { kind: 'WARNED', text: off.reason ? `time off: ${off.reason}` : 'time off' };
  const before = rows.find((row) => row.end <= start && start < row.blocked_until);
  if (before) return { kind: 'WARNED', text: `${minutesBetween(before.end, start)} after ${before.text}` };
  const buffer = Date.parse(session.blocked_until) - Date.parse(session.end_time);
  const after = rows.find((row) => row.start >= wish.end && row.start < wish.end + buffer);
  if (after) return { kind: 'WARNED', text: `${minutesBetween(wish.end, after.start)} before ${after.text}` };
  const spans = facts.openings.find((day) => day.date === date)?.spans ?? [];
  const isOpen = spans.some((open) => Date.parse(open.start) <= start && wish.end <= Date.parse(open.end));
  return isOpen ? { kind: 'FREE', text: 'free' } : { kind: 'WARNED', text: 'outside working hours' };
}

const spanOf = ({
  start_time,
  end_time,
  blocked_until,
}: Pick<SessionRow, 'start_time' | 'end_time' | 'blocked_until'>) => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
  blocked_until: Date.parse(blocked_until),
});

const minutesBetween = (from: number, to: number) => {
  const minutes = Math.round((to - from) / 60_000);
  return minutes === 0 ? 'no time' : minutes === 1 ? '1 minute' : `${minutes} minutes`;
};
