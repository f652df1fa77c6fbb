import { describe, expect, it, test } from 'vitest';
import { formatTime, parseTime } from '#domain/time/wall-time.ts';

describe('times of day', () => {
  test.each([
    [0, '12:00 AM'],
    [1, '12:01 AM'],
    [540, '9:00 AM'],
    [720, '12:00 PM'],
    [785, '1:05 PM'],
    [1439, '11:59 PM'],
    [1440, '12:00 AM'],
  ])('%i minutes is %s', (minutes, text) => expect(formatTime(minutes)).toBe(text));
  test.each([
    ['9:00 AM', 540],
    ['09:00', 540],
    ['09:00:00', 540],
    ['9:05 pm', 1265],
    ['12:00 AM', 0],
    ['12:30 PM', 750],
    [' 9:00\u202fAM ', 540],
    ['00:00', 0],
    ['24:00', 1440],
    ['24:01', null],
    ['13:00 PM', null],
    ['0:00 AM', null],
    ['9:60', null],
    ['9', null],
    ['', null],
    ['nine', null],
  ])('%j is %s', (text, minutes) => expect(parseTime(text)).toBe(minutes));
  it('parses what it formats', () => {
    for (let minutes = 0; minutes < 1440; minutes++) expect(parseTime(formatTime(minutes))).toBe(minutes);
  });
});
