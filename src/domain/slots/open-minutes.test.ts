import { describe, expect, it } from 'vitest';
import type { Rule } from '#domain/slots/availability.ts';
import { openMinutes } from '#domain/slots/open-minutes.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const DATE = '2026-03-03';
const zone = 'America/Los_Angeles';
const rule = (start_time: string, end_time: string, more: Partial<Rule> = {}): Rule => ({
  ...MONDAYS,
  start_date: '2026-01-01',
  id: `${start_time}-${end_time}`,
  service_id: 'one',
  day_of_week: 2,
  start_time,
  end_time,
  ...more,
});
const at = (time: string) => new Date(`${DATE}T${time}:00-08:00`);
const span = (from: string, to: string) => ({ start: at(from).getTime(), end: at(to).getTime() });
const day = { rules: [rule('09:00', '17:00')], classes: [], closures: [], busy: [], date: DATE, zone };

describe('the open minutes of a day', () => {
  it('count time that two services open at once only once', () => {
    expect(openMinutes(day)).toBe(480);
    const rules = [rule('09:00', '12:00'), rule('11:00', '13:00'), rule('15:00', '16:00')];
    expect(openMinutes({ ...day, rules })).toBe(300);
  });

  it('exclude rules of other days and ended rules', () => {
    const rules = [
      rule('09:00', '17:00', { day_of_week: 3 }),
      rule('09:00', '17:00', { end_date: '2026-03-02' }),
    ];
    expect(openMinutes({ ...day, rules })).toBe(0);
  });

  it('exclude closures, classes with their buffers, and busy time, however they overlap', () => {
    const classes = [{ rule: rule('10:00', '11:00'), duration: 60, buffer_time: 15 }];
    const closures = [{ starts_at: at('10:30'), ends_at: at('12:00') }];
    const busy = [span('08:00', '09:30'), span('16:30', '18:00')];
    expect(openMinutes({ ...day, classes, closures, busy })).toBe(480 - 30 - 120 - 30);
  });

  it('are elapsed minutes on the day the clocks change', () => {
    const rules = [rule('00:00', '06:00', { day_of_week: 0 })];
    expect(openMinutes({ ...day, rules, date: '2026-03-08' })).toBe(300);
  });
});
