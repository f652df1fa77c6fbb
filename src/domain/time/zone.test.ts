import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, dateOfDayNumber } from '#domain/time/calendar.ts';
import {
  instantOf,
  localDateOf,
  localMinutesOf,
  startOfDay,
  zoneName,
  zoneNames,
} from '#domain/time/zone.ts';

const NEW_YORK = 'America/New_York';
const ZONES = [
  NEW_YORK,
  'UTC',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const anyDay = fc.integer({ min: 15_000, max: 25_000 });
const anyZone = fc.constantFrom(...ZONES);

describe('the zone', () => {
  test('a time in the spring gap does not exist', () => {
    expect(instantOf('2026-03-08', 150, NEW_YORK)).toBeNull();
    expect(instantOf('2026-03-08', 119, NEW_YORK)?.toISOString()).toBe('2026-03-08T06:59:00.000Z');
    expect(instantOf('2026-03-08', 180, NEW_YORK)?.toISOString()).toBe('2026-03-08T07:00:00.000Z');
  });
  test('the first of a repeated hour is used', () => {
    expect(instantOf('2026-11-01', 90, NEW_YORK)?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(instantOf('2026-11-01', 120, NEW_YORK)?.toISOString()).toBe('2026-11-01T07:00:00.000Z');
  });
  test('half-hour shifts of Lord Howe', () => {
    expect(instantOf('2026-10-04', 135, 'Australia/Lord_Howe')).toBeNull();
    expect(instantOf('2026-10-04', 150, 'Australia/Lord_Howe')?.toISOString()).toBe(
      '2026-10-03T15:30:00.000Z',
    );
    expect(instantOf('2026-04-05', 105, 'Australia/Lord_Howe')?.toISOString()).toBe(
      '2026-04-04T14:45:00.000Z',
    );
  });
  test('a day may begin after midnight', () => {
    expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(localMinutesOf('2026-09-06T04:00:00Z', 'America/Santiago')).toBe(60);
  });
  test('09:00 stays 09:00 on 400 days in every zone', () => {
    for (const zone of ZONES)
      for (let day = 0; day < 400; day++) {
        const date = addDays('2026-01-01', day);
        const nine = instantOf(date, 540, zone)!;
        expect(localDateOf(nine, zone)).toBe(date);
        expect(localMinutesOf(nine, zone)).toBe(540);
      }
  });
  it('agrees with Intl on every moment', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1439 }), anyZone, (day, minute, zone) => {
        const ms = day * 86_400_000 + minute * 60_000;
        const expected = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        });
        const minutes = localMinutesOf(ms, zone);
        const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        expect(`${localDateOf(ms, zone)} ${clock}`).toBe(expected.format(ms));
      }),
    );
  });
  it('converts a wall time to a moment and back, or to null', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1439 }), anyZone, (day, minutes, zone) => {
        const date = dateOfDayNumber(day);
        const instant = instantOf(date, minutes, zone);
        if (!instant) return;
        expect(localDateOf(instant, zone)).toBe(date);
        expect(localMinutesOf(instant, zone)).toBe(minutes);
        const anHourBefore = new Date(instant.getTime() - 3_600_000);
        const expected = `${localDateOf(anHourBefore, zone)} ${localMinutesOf(anHourBefore, zone)}`;
        expect(expected).not.toBe(`${date} ${minutes}`);
      }),
    );
  });
  test('names, and offsets that are not whole hours', () => {
    expect(zoneName('2026-01-05T12:00:00Z', NEW_YORK)).toBe('EST');
    expect(zoneName('2026-07-05T12:00:00Z', NEW_YORK)).toBe('EDT');
    expect(localMinutesOf('2026-01-05T12:00:00Z', 'Asia/Kolkata')).toBe(12 * 60 + 330);
    expect(localMinutesOf('2026-01-05T12:00:00Z', 'America/St_Johns')).toBe(12 * 60 - 210);
  });

  it('names the zone of several moments in order', () => {
    expect(zoneNames([], NEW_YORK)).toBe('');
    expect(zoneNames(['2026-10-05T12:00:00Z', '2026-10-06T12:00:00Z'], NEW_YORK)).toBe('EDT');
    expect(zoneNames(['2026-11-05T12:00:00Z', '2026-10-06T12:00:00Z'], NEW_YORK)).toBe('EDT, then EST');
  });
});
