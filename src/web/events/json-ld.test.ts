import { describe, expect, it } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { isoAtPractice, jsonLdOf } from '#web/events/json-ld.ts';
import type { CalendarEvent } from '#web/events/calendar-events.ts';

describe('an event for search engines', () => {
  it('has the local date, also in the evening', () => {
    expect(practice.zone).toBe('America/Los_Angeles');
    const event = { start: '2026-07-04T00:30:00.000Z', end: '2026-07-04T02:00:00.000Z' } as CalendarEvent;
    expect(jsonLdOf(event, 'https://site.example')).toMatchObject({
      startDate: '2026-07-03T17:30:00-07:00',
      endDate: '2026-07-03T19:00:00-07:00',
    });
  });

  it.each([
    ['2026-01-15T00:00:00.000Z', '2026-01-14T16:00:00-08:00'],
    ['2026-11-01T08:30:00.000Z', '2026-11-01T01:30:00-07:00'],
    ['2026-11-01T09:30:00.000Z', '2026-11-01T01:30:00-08:00'],
  ])('is the same moment: %s', (utc, local) => {
    expect(isoAtPractice(utc)).toBe(local);
    expect(Date.parse(local)).toBe(Date.parse(utc));
  });
});
