import { describe, expect, test } from 'vitest';
import { formatPublishDate, newestPostsFirst } from '#domain/time/blog-dates.ts';
import { resendLabel, secondsLeft, startsCoolDown } from '#domain/people/code-cool-down.ts';
import { slugOf } from '#domain/text/slug.ts';

test.each([
  ['Healing with Herbs', 'healing-with-herbs'],
  ['  5 Ways: to *Rest*!  ', '5-ways-to-rest'],
  ['What is Marma?', 'what-is-marma'],
  ['🌿', ''],
  ['a---b', 'a-b'],
])('the address of %j is %j', (title, slug) => expect(slugOf(title)).toBe(slug));

describe('publish dates', () => {
  test.each([
    ['2026-01-05 23:30:00', 'Jan 5, 2026'],
    ['2026-01-05', 'Jan 5, 2026'],
    ['2026-01-05T00:00:00.000Z', 'Jan 5, 2026'],
    ['0000-00-00 00:00:00', ''],
    [null, ''],
  ])('%s reads %j', (publish_date, text) => expect(formatPublishDate(publish_date)).toBe(text));
  test('0000-00-00 00:00:00 counts as oldest', () => {
    const dates = ['2020-01-01', '0000-00-00 00:00:00', '2026-01-05 10:00:00', null, '2026-01-05 09:00:00'];
    expect(
      newestPostsFirst(dates.map((publish_date) => ({ publish_date }))).map((post) => post.publish_date),
    ).toEqual(['2026-01-05 10:00:00', '2026-01-05 09:00:00', '2020-01-01', '0000-00-00 00:00:00', null]);
  });
});

describe('the resend cool-down of 30 s', () => {
  test.each([
    [null, 0],
    [0, 30],
    [1, 30],
    [1000, 29],
    [29_999, 1],
    [30_000, 0],
    [90_000, 0],
    [-5000, 30],
  ])('%s ms after a code', (after, seconds) =>
    expect(secondsLeft(after === null ? null : 1e12, 1e12 + (after ?? 0))).toBe(seconds),
  );
  test('labels the resend button', () => {
    expect(resendLabel(12)).toBe('Resend code in 12s');
    expect(resendLabel(0)).toBe('Resend confirmation code');
    expect(resendLabel(0, 'Resend verification code')).toBe('Resend verification code');
    expect(startsCoolDown('Sorry, too many attempts. Please wait.')).toBe(true);
    expect(startsCoolDown('Invalid verification code')).toBe(false);
  });
});
