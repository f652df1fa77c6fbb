import { expect, test } from 'vitest';
import { sinceLastTime } from '#domain/visits/since-last-time.ts';

const at = (day: number, hour = 10) => new Date(Date.UTC(2026, 10, day, hour));
const visit = (id: string, day: number, status = 'COMPLETED') => ({
  id,
  status,
  start_time: at(day),
  end_time: at(day, 11),
});
const form = (id: string, form_id: string, submitted_at: Date) => ({ id, form_id, submitted_at });
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('nothing can be said before the first visit', () => {
  expect(sinceLastTime([], [], [], at(20), at(20))).toBeNull();
  expect(sinceLastTime([visit('a', 3, 'NO_SHOW'), visit('b', 20)], [], [], at(20), at(20))).toBeNull();
});

test('the last visit is the latest that took place before the moment', () => {
  const visits = [visit('today', 20), visit('b', 10), visit('a', 3), visit('missed', 12, 'NO_SHOW')];
  const found = sinceLastTime(visits, [], [], at(20, 0), at(20))!;
  expect(found.last_visit.id).toBe('b');
  expect(ids(found.missed)).toEqual(['missed']);
});

test('a form counts once, with its newest answers, and only if they came after the visit', () => {
  const submissions = [
    form('before', 'herbs', at(9)),
    form('during', 'herbs', at(10, 10)),
    form('end', 'agreement', at(10, 11)),
    form('first', 'intake', at(11)),
    form('again', 'intake', at(15)),
    form('other', 'movement', at(12)),
  ];
  expect(ids(sinceLastTime([visit('a', 10)], submissions, [], at(20), at(20))!.submissions)).toEqual([
    'again',
    'other',
  ]);
});

test('visits that were given up in between are listed in order, those before are not', () => {
  const visits = [
    visit('a', 10),
    visit('long ago', 2, 'CANCELLED'),
    visit('c', 14, 'CANCELLED'),
    visit('b', 12, 'NO_SHOW'),
    visit('to come', 25, 'CANCELLED'),
  ];
  expect(ids(sinceLastTime(visits, [], [], at(20), at(20))!.missed)).toEqual(['b', 'c']);
});

test('notes are those of after the visit, newest first', () => {
  const notes = [
    { booking_id: 'a', at: at(10, 11) },
    { booking_id: 'a', at: at(11) },
    { booking_id: 'z', at: at(13) },
    { booking_id: 'later', at: at(21) },
  ];
  expect(
    sinceLastTime([visit('a', 10)], [], notes, at(20), at(20))!.notes.map((note) => note.booking_id),
  ).toEqual(['z', 'a']);
});
