import type { CalendarAnswer, SessionRow } from '#contract/agenda.schemas.ts';
import type { CheckedPlacement } from '#contract/placement.schemas.ts';
import { nameOr } from '#domain/people/personal.ts';
import { evaluatePlacement } from '#domain/slots/placement.ts';
import { warningText } from '#domain/slots/placement-texts.ts';
import { localDateOf } from '#domain/time/zone.ts';

/** A short answer to "can it go there?". A warning can be accepted; a taken time cannot be chosen. */
export type Verdict = { kind: CheckedPlacement['verdict'] | 'UNKNOWN'; text: string };

type Facts = Pick<CalendarAnswer, 'from' | 'to' | 'zone' | 'sessions' | 'classes' | 'time_off' | 'openings'>;

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

/**
 * The verdict from the rows that the page has, for the frame in which the wish changes. The server's check follows and
 * knows more: the hours of this service, and what another device has just booked.
 */
export function localVerdict(facts: Facts, session: SessionRow, start: number, now: number): Verdict {
  const { zone } = facts;
  const date = localDateOf(start, zone);
  if (date < facts.from || date > facts.to) return { kind: 'UNKNOWN', text: 'checking…' };
  const { service_id: id, service_name, format, start_time, end_time, blocked_until, place } = session;
  const open = facts.openings.find((day) => day.date === date)?.spans ?? [];
  const rows = [
    ...facts.sessions
      .filter((row) => row.id !== session.id && row.status !== 'CANCELLED' && row.format === 'ONE_ON_ONE')
      .map((row) => ({ ...row, title: row.client?.short_name ?? row.service_name })),
    ...facts.classes.filter(({ taken }) => taken > 0).map((row) => ({ ...row, title: row.service_name })),
  ];
  const placement = evaluatePlacement(
    {
      service: {
        id,
        format,
        duration: minutesBetween(start_time, end_time),
        buffer_time: minutesBetween(end_time, blocked_until),
        max_capacity: null,
      },
      rules: [],
      hours: open.map((span) => ({ start: Date.parse(span.start), end: Date.parse(span.end) })),
      closures: facts.time_off
        .filter(({ is_busy }) => !is_busy)
        .map((off) => ({ starts_at: new Date(off.starts_at), ends_at: new Date(off.ends_at) })),
      busy_elsewhere: facts.time_off
        .filter(({ is_busy }) => is_busy)
        .map((off) => ({ start: Date.parse(off.starts_at), end: Date.parse(off.ends_at) })),
      taken: [],
      busy: {
        starts: rows.map((row) => Date.parse(row.start_time)),
        ends: rows.map((row) => Date.parse(row.end_time)),
        blocked: rows.map((row) => Date.parse(row.blocked_until)),
      },
      now: new Date(now),
      zone,
      is_active: true,
      access: null,
      client_sessions: [],
    },
    { start: new Date(start), place },
  );
  const about = {
    service_name,
    client: nameOr(null, 'The client'),
    audience: null,
    hours: null,
    zone,
    ...placement,
  };
  return shortVerdict({
    verdict: placement.verdict,
    by: rows.find((row) => Date.parse(row.start_time) === placement.taken_by?.start)?.title ?? null,
    warnings: placement.warnings.map((issue) => ({ text: warningText(issue, about) })),
  });
}

/** The first that speaks against a time, and how much more does. */
export function shortVerdict({
  verdict: kind,
  by,
  warnings: [first, ...more],
}: Pick<CheckedPlacement, 'verdict' | 'by'> & { warnings: readonly { text: string }[] }): Verdict {
  if (kind === 'TAKEN') return { kind, text: by ?? 'another session' };
  const text = first?.text.replace(/\.$/, '') ?? 'free';
  return { kind, text: more.length > 0 ? `${text}, and ${more.length} more` : text };
}
