import { isolate } from '#domain/people/personal.ts';
import { describe, expect, it } from 'vitest';
import type { CalendarAnswer, ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { localVerdict } from '#staff/placement/local-verdict.ts';

const MINUTE = 60_000;
const at = (time: string, date = '2026-12-08') => Date.parse(`${date}T${time}:00-08:00`);
const iso = (ms: number) => new Date(ms).toISOString();
const NOW = at('09:00', '2026-12-07');

function session(id: string, start: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    client: {
      id,
      name: isolate(`${id} Kowal`),
      short_name: isolate(`${id} K.`),
      visits: 2,
      phone: null,
      has_email: true,
    },
    service_id: 's',
    service_name: 'Marma Session',
    service_type: 'AYURVEDA',
    format: 'ONE_ON_ONE',
    start_time: iso(start),
    end_time: iso(start + 45 * MINUTE),
    blocked_until: iso(start + 60 * MINUTE),
    status: 'CONFIRMED',
    place: 'FIXED_LOCATION',
    location_name: 'Secret Studio',
    address: null,
    chips: [],
    arrived_at: null,
    note: 'NONE',
    updated_at: iso(start),
    ...more,
  };
}

const flow = (start: number, taken: number): ClassRow => ({
  ...session('flow', start),
  service_name: 'Slow Flow',
  taken,
  capacity: 8,
  arrived: 0,
});

const maren = session('Maren', at('10:00'));
const facts = (more: Partial<CalendarAnswer> = {}) => ({
  from: '2026-12-07',
  to: '2026-12-13',
  zone: 'America/Los_Angeles',
  sessions: [maren],
  classes: [],
  time_off: [],
  openings: [{ date: '2026-12-08', spans: [{ start: iso(at('09:00')), end: iso(at('17:00')) }] }],
  ...more,
});
const verdict = (start: number, more?: Partial<CalendarAnswer>) =>
  localVerdict(facts(more), maren, start, NOW);

describe('the verdict that the page gives at once', () => {
  it('is free inside the hours, also into the session’s own old time', () => {
    expect(verdict(at('13:00'))).toEqual({ kind: 'FREE', text: 'free' });
    expect(verdict(at('10:15'))).toEqual({ kind: 'FREE', text: 'free' });
  });

  it('names who or what takes the time', () => {
    const ivo = session('Ivo', at('13:00'));
    expect(verdict(at('12:30'), { sessions: [maren, ivo] })).toEqual({
      kind: 'TAKEN',
      text: isolate('Ivo K.'),
    });
    expect(verdict(at('12:30'), { classes: [flow(at('13:00'), 3)] })).toEqual({
      kind: 'TAKEN',
      text: 'Slow Flow',
    });
  });

  it('lets cancelled sessions and classes without a seat taken be', () => {
    const gone = session('Ivo', at('13:00'), { status: 'CANCELLED' });
    expect(verdict(at('13:00'), { sessions: [maren, gone] }).kind).toBe('FREE');
    expect(verdict(at('13:00'), { classes: [flow(at('13:00'), 0)] }).kind).toBe('FREE');
  });

  it('warns of the buffer before and after', () => {
    const ivo = session('Ivo', at('13:00'));
    const sessions = [maren, ivo];
    expect(verdict(at('13:50'), { sessions })).toEqual({
      kind: 'WARNED',
      text: '5 minutes after the previous session; usually 15',
    });
    expect(verdict(at('12:15'), { sessions })).toEqual({
      kind: 'WARNED',
      text: '0 minutes before the next session; usually 15',
    });
    expect(verdict(at('14:00'), { sessions }).kind).toBe('FREE');
    expect(verdict(at('12:00'), { sessions }).kind).toBe('FREE');
  });

  it('words what else speaks against a time as the server does, and counts the rest', () => {
    const warned = (text: string) => ({ kind: 'WARNED', text });
    expect(verdict(at('08:00'))).toEqual(warned('Outside working hours'));
    expect(verdict(at('16:30'))).toEqual(warned('Outside working hours'));
    const time_off = [{ id: 't', starts_at: iso(at('14:00')), ends_at: iso(at('15:00')), reason: 'Dentist' }];
    expect(verdict(at('14:30'), { time_off })).toEqual(warned('In your time off'));
    expect(verdict(at('08:00', '2026-12-07'))).toEqual(warned('This time is over, and 1 more'));
  });

  it('says nothing of a day that is still on its way', () => {
    expect(verdict(at('10:00', '2026-12-15')).kind).toBe('UNKNOWN');
  });
});
