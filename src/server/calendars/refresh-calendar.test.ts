import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { getAvailabilities } from '#contract/client.calls.ts';
import {
  staffAddBusyCalendar,
  staffAttention,
  staffCalendar,
  staffHours,
  staffPreviewBusyCalendar,
  staffStopBusyCalendar,
  staffToday,
} from '#contract/staff.calls.ts';
import { dump, found } from '#tests/attacks/support/canaries.ts';
import { detailsOf, testApp } from '#tests/support/app.ts';
import { openTransaction } from '#tests/support/database.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { waitForWaiters } from '#tests/support/shop.ts';
import { without } from '#tests/support/without.ts';
import type { CalendarFile, Known } from '../ports/calendar-reader.ts';

// Readings of another calendar over time: rows 15 to 18 and 21 of the table of rules.md §4, "Other calendars".

const START = new Date('2026-12-01T17:00:00Z');
const HOUR_MS = 3_600_000;
const ADDRESS = 'https://calendar.example/private-1f5e/basic.ics';
const NEVER_SAID = ['Hashimoto', 'thyroid', 'Gastroenterology', 'private-1f5e', 'Dr. Weiss'];

const logged: string[] = [];
let answer: CalendarFile;
let asked: (Known | null)[] = [];
/** What happens while a calendar is read. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const deps = {
  calendars: {
    async read(_: string, known: Known | null) {
      asked.push(known);
      await meanwhile();
      return answer;
    },
  },
};
const site = await testApp({ start: START, log: (line) => void logged.push(line), deps });
const { db, clock } = site;
let staff = await site.signInStaff();
const client = await site.signInClient('demo@example.com');

type Event = { start: string; hours?: number; uid?: string; title?: string };
const stamp = (at: string | Date) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const fileOf = (events: readonly Event[]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap(({ start, hours = 1, uid = randomUUID(), title = 'Dentist' }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SUMMARY:${title}`,
      `DTSTART:${stamp(start)}`,
      `DURATION:PT${hours}H`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');
const reading = (events: readonly Event[]): CalendarFile => ({
  kind: 'READ',
  bytes: new TextEncoder().encode(fileOf(events)),
  known: { etag: '"one"', last_modified: null },
});
const failing = (
  reason: 'UNREACHABLE' | 'GONE' | 'TOO_LARGE',
  retry_after_ms: number | null = null,
): CalendarFile => ({
  kind: 'FAILED',
  reason,
  retry_after_ms,
});
/** So many hours of other days, from tomorrow on. */
const many = (count: number): Event[] =>
  Array.from({ length: count }, (_, n) => ({
    start: new Date(START.getTime() + (n + 24) * 2 * HOUR_MS).toISOString(),
  }));

const add = (events: readonly Event[], all_day: 'AS_MARKED' | 'ALWAYS' = 'AS_MARKED') => {
  answer = reading(events);
  return staff.call(staffAddBusyCalendar, { body: { action_id: randomUUID(), address: ADDRESS, all_day } });
};
const times = () => db.selectFrom('busy_times').selectAll().orderBy('starts_at').execute();
const starts = async () => (await times()).map(({ starts_at }) => starts_at.toISOString());
const version = async () =>
  (
    await db
      .selectFrom('content_versions')
      .select('version')
      .where('noun', '=', 'rules')
      .executeTakeFirstOrThrow()
  ).version;
const shown = async () => (await staff.call(staffHours)).json.calendars;
const attention = async (kind: string) =>
  (await staff.call(staffAttention)).json.items.filter((item) => item.kind === kind);
/** One reading when it is due, after so long. */
const later = async (ms: number, next: CalendarFile = answer) => {
  clock.advance(ms);
  answer = next;
  await site.runJobs('read-calendars');
};
const DUE = 10 * 60_000;

beforeEach(async () => {
  clock.set(START);
  staff = await site.signInStaff();
  await db.updateTable('bookings').set({ status: 'CANCELLED' }).execute();
  await db.deleteFrom('appointments').execute();
  await db.deleteFrom('busy_calendars').execute();
  asked = [];
  meanwhile = () => Promise.resolve();
});

describe('15: a calendar that cannot be read', () => {
  test.each([
    ['refused', failing('GONE')],
    ['not reached', failing('UNREACHABLE')],
    [
      'a page to sign in',
      { ...reading([]), bytes: new TextEncoder().encode('<!doctype html><p>Sign in') } as CalendarFile,
    ],
    [
      'half a file',
      { ...reading([]), bytes: new TextEncoder().encode(fileOf(many(3)).slice(0, -40)) } as CalendarFile,
    ],
  ])('%s: 244 known times stay; said after 1 and 6 hours, mailed after 24', async (_, failure) => {
    await add(many(244));
    const before = [await starts(), await version()];
    expect(before[0]).toHaveLength(244);
    await later(DUE, failure);
    expect((await shown())[0]).toMatchObject({ failed_since: null, problem: null });
    expect((await staff.call(staffToday)).json.calendar_read_at).toBeNull();
    await later(HOUR_MS);
    const since = new Date(START.getTime() + DUE).toISOString();
    expect((await shown())[0]).toMatchObject({ failed_since: since, read_at: START.toISOString() });
    expect((await staff.call(staffToday)).json.calendar_read_at).toBe(START.toISOString());
    expect(await attention('CALENDAR_UNREAD')).toEqual([]);
    await later(5 * HOUR_MS);
    expect(await attention('CALENDAR_UNREAD')).toMatchObject([{ path: '/hours#calendars', at: since }]);
    const mails = () =>
      db.selectFrom('outbox').select(['subject', 'text']).where('kind', '=', 'calendar-unread').execute();
    await db.deleteFrom('outbox').execute();
    for (const hours of [17, 1, 1]) await later(hours * HOUR_MS);
    expect(await mails()).toHaveLength(1);
    expect(found(NEVER_SAID, JSON.stringify(await mails()))).toEqual([]);
    expect([await starts(), await version()]).toEqual(before);

    // Read again, all of it is over.
    staff = await site.signInStaff();
    await later(HOUR_MS, reading(many(244)));
    expect((await shown())[0]).toMatchObject({ failed_since: null });
    expect(await attention('CALENDAR_UNREAD')).toEqual([]);
  });

  test('it is tried again after 10, 20, 40 and 60 minutes, and not before the server allows it', async () => {
    await add(many(3));
    const tries: number[] = [];
    answer = failing('UNREACHABLE');
    for (let minute = 0; minute < 200; minute++) {
      const before = asked.length;
      await later(60_000);
      if (asked.length > before) tries.push(minute + 1);
    }
    expect(tries).toEqual([10, 20, 40, 80, 140, 200]);
    await later(HOUR_MS, failing('UNREACHABLE', 5 * HOUR_MS));
    const count = asked.length;
    await later(4.9 * HOUR_MS);
    expect(asked).toHaveLength(count);
    await later(0.2 * HOUR_MS);
    expect(asked).toHaveLength(count + 1);
  });
});

describe('16: a calendar that is suddenly empty', () => {
  test.each([
    ['empty after 40 events', 40, 0],
    ['a tenth of 40 events', 40, 4],
  ])('%s is believed at the second reading, and reported', async (_, from, to) => {
    await add(many(from));
    await later(DUE, reading(many(to)));
    expect(await starts()).toHaveLength(from);
    expect(await attention('CALENDAR_EMPTIED')).toEqual([]);
    await later(DUE);
    // The whole of it was asked for, so that it cannot be "not changed".
    expect(asked.at(-1)).toBeNull();
    expect(await starts()).toHaveLength(to);
    expect(await attention('CALENDAR_EMPTIED')).toHaveLength(1);
  });

  test('a few events that go are believed at once, and so is an empty one that is full again', async () => {
    await add(many(40));
    await later(DUE, reading(many(9)));
    expect(await starts()).toHaveLength(9);
    await later(DUE, reading([]));
    await later(DUE, reading(many(9)));
    await later(DUE, reading([]));
    expect(await starts()).toHaveLength(9);
  });
});

describe('17: a calendar that has not changed', () => {
  test('304 and the same times under new ids write no time; after a week the whole is asked for', async () => {
    await add(many(5));
    const before = [await times(), await version()];
    await later(DUE, { kind: 'UNCHANGED' });
    expect(asked.at(-1)).toEqual({ etag: '"one"', last_modified: null });
    await later(DUE, reading(many(5)));
    expect([await times(), await version()]).toEqual(before);
    await later(8 * 24 * HOUR_MS, { kind: 'UNCHANGED' });
    expect(asked.at(-1)).toBeNull();
  });

  test('“It’s fine” holds for the session and the time, also under new ids', async () => {
    await book('2026-12-08T20:00:00Z');
    await add([{ start: '2026-12-08T20:30:00Z' }]);
    const [item] = await attention('CALENDAR_CONFLICT');
    expect(item?.text).toBe(
      'Maren’s session on Tue 8 Dec, 12:00 PM lies in a busy time of your calendar (12:30 PM - 1:30 PM).',
    );
    await db
      .insertInto('attention_dismissals')
      .values({ kind: item!.kind, object_id: item!.object_id, at: clock.now() })
      .execute();
    await later(DUE, reading([{ start: '2026-12-08T20:30:00Z' }]));
    expect(await attention('CALENDAR_CONFLICT')).toEqual([]);
    await later(DUE, reading([{ start: '2026-12-08T20:15:00Z' }]));
    expect(await attention('CALENDAR_CONFLICT')).toHaveLength(1);
  });
});

describe('18: our own sessions do not come back', () => {
  test.each([['https://site.example/calendar/x.ics'], ['webcal://site.example/calendar/x.ics']])(
    '%s is refused',
    async (address) => {
      const own = await testApp({ besides: site, env: { SITE_URL: 'https://site.example' } });
      const member = await own.signInStaff();
      const refused = await member.call(staffPreviewBusyCalendar, {
        body: { address, all_day: 'AS_MARKED' },
      });
      expect([refused.status, refused.json.code]).toEqual([422, 'INVALID_INPUT']);
      expect(detailsOf<{ address: string }>(refused).address).toMatch(/own calendar/);
    },
  );

  test.each([
    ['cancelled', '2026-12-08T20:00:00.000Z', { to_status: 'CANCELLED' as const }],
    [
      'moved',
      '2026-12-08T22:00:00.000Z',
      {
        to_status: 'CONFIRMED' as const,
        moved_from: '2026-12-08T22:00:00Z',
        moved_to: '2026-12-15T20:00:00Z',
      },
    ],
  ])(
    'the copy of a session that was %s an hour ago closes nothing for 36 hours',
    async (_, start, change) => {
      const id = await book(start);
      await add([{ start }, { start: '2026-12-09T20:00:00Z' }]);
      const open = async () =>
        (await db.selectFrom('busy_times').select('starts_at').where('closes', '=', false).execute()).map(
          ({ starts_at }) => starts_at.toISOString(),
        );
      expect(await open()).toEqual([]);
      await db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', id).execute();
      await db
        .insertInto('booking_history')
        .values({ booking_id: id, at: clock.now(), from_status: 'CONFIRMED', cause: 'staff', ...change })
        .execute();
      await later(HOUR_MS, { kind: 'UNCHANGED' });
      expect(await open()).toEqual([start]);
      await later(34 * HOUR_MS);
      expect(await open()).toHaveLength(1);
      const before = await version();
      await later(HOUR_MS / 2);
      expect(await version()).toBe(before);
      await later(HOUR_MS);
      expect(await open()).toEqual([]);
    },
  );
});

/** A booking of this start, made an hour ago or at another moment. */
async function book(start: string, created_at = new Date(clock.now().getTime() - HOUR_MS)): Promise<string> {
  const { id: service_id } = await db
    .selectFrom('services')
    .select('id')
    .where('key', '=', 'marma-session')
    .executeTakeFirstOrThrow();
  const made = { user_id: client.user_id, service_id, start_time: new Date(start), created_at };
  const { id: appointment_id } = await db
    .insertInto('appointments')
    .values({
      service_id,
      start_time: made.start_time,
      end_time: new Date(made.start_time.getTime() + HOUR_MS),
      blocked_until: new Date(made.start_time.getTime() + HOUR_MS),
      capacity: 1,
      taken: 1,
      location_type: 'FIXED_LOCATION',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await addBooking(db, { ...made, appointment_id });
}

test('21: not a word of an event is kept, logged or answered, nor its address', async () => {
  const events = [
    { start: '2026-12-10T20:00:00Z', title: 'Hashimoto thyroid, Gastroenterology', uid: 'Dr. Weiss' },
  ];
  answer = reading(events);
  const answers = [
    await staff.call(staffPreviewBusyCalendar, { body: { address: ADDRESS, all_day: 'AS_MARKED' } }),
    await add(events),
    await staff.call(staffHours),
    await staff.call(staffCalendar, { query: { from: '2026-12-07', to: '2026-12-13' } }),
  ];
  await later(DUE);
  await later(DUE, failing('UNREACHABLE'));
  for (const { status, text } of answers) {
    expect(status).toBeLessThan(300);
    expect(found(NEVER_SAID, text)).toEqual([]);
  }
  expect(answers[3]!.text).toContain('Busy (your calendar)');
  expect(found(NEVER_SAID, await dump(db))).toEqual([]);
  expect(found(NEVER_SAID, logged.join('\n'))).toEqual([]);
});

test('a preview says what would close and whom it meets; it writes nothing', async () => {
  await book('2026-12-11T20:00:00Z');
  answer = reading([
    { start: '2026-12-11T20:45:00Z' },
    { start: '2026-12-12T20:00:00Z' },
    { start: '2027-02-12T20:00:00Z' },
  ]);
  const { json } = await staff.call(staffPreviewBusyCalendar, {
    body: { address: ADDRESS, all_day: 'AS_MARKED' },
  });
  expect(json).toMatchObject({ host: 'calendar.example', times: 2, skipped: 0, free_all_day: [] });
  expect(json.bookings).toMatchObject([
    { start: '2026-12-11T20:00:00.000Z', client: expect.stringMatching(/^Maren/) as string },
  ]);
  expect(await times()).toEqual([]);
});

test('five calendars at most, none twice; stopping one forgets its address and opens its times', async () => {
  expect((await add(many(3))).status).toBe(204);
  expect(detailsOf<{ address: string }>(await add(many(3))).address).toBe('You use this calendar already.');
  for (let n = 0; n < 4; n++)
    await staff.call(staffAddBusyCalendar, {
      body: { action_id: randomUUID(), address: `${ADDRESS}?${n}`, all_day: 'NEVER' },
    });
  const sixth = await staff.call(staffAddBusyCalendar, {
    body: { action_id: randomUUID(), address: `${ADDRESS}?5`, all_day: 'NEVER' },
  });
  expect([sixth.status, sixth.json.code]).toEqual([409, 'NOT_POSSIBLE']);
  const first = (await shown()).find(({ ending }) => ending === '.ics');
  expect(first).toMatchObject({ host: 'calendar.example', times: 3 });
  const stop = () =>
    staff.call(staffStopBusyCalendar, { params: { id: first!.id }, body: { action_id: randomUUID() } });
  expect((await stop()).status).toBe(204);
  expect((await stop()).status).toBe(404);
  expect(await shown()).toHaveLength(4);
  const left = await db
    .selectFrom('busy_times')
    .select('calendar_id')
    .where('calendar_id', '=', first!.id)
    .execute();
  expect([left, practice.zone]).toEqual([[], 'America/Los_Angeles']);
});

test('a client who looks for a time makes an old reading due', async () => {
  await add(many(3));
  const { id } = await db
    .selectFrom('services')
    .select('id')
    .where('key', '=', 'marma-session')
    .executeTakeFirstOrThrow();
  const before = asked.length;
  for (const [minutes, readings] of [
    [1, 0],
    [2, 1],
    [1, 1],
  ] as const) {
    clock.advance(minutes * 60_000);
    await client.call(getAvailabilities, { body: { service: id, service_location_type: 'FIXED_LOCATION' } });
    await site.settled();
    await site.runJobs('read-calendars');
    expect(asked.length - before).toBe(readings);
  }
});

describe('what happens at the same time', () => {
  test('several processes read a calendar that is due once', async () => {
    await add(many(3));
    clock.advance(DUE);
    const before = asked.length;
    await Promise.all([1, 2, 3].map(() => site.runJobs('read-calendars')));
    expect(asked.length - before).toBe(1);
  });
  test('control: without the lock on its row, each reads it', async () => {
    await add(many(3));
    clock.advance(DUE);
    const before = asked.length;
    const unlocked = await testApp({
      besides: site,
      deps,
      change: (all) => without(all, 'for update skip locked'),
    });
    const holder = await openTransaction(db);
    await holder.selectFrom('busy_calendars').select('id').forUpdate().execute();
    const runs = [1, 2, 3].map(() => unlocked.runJobs('read-calendars'));
    await waitForWaiters(site, 3);
    await holder.commit().execute();
    await Promise.all(runs);
    expect(asked.length - before).toBe(3);
  });

  /** Adds three calendars at once, when there are four. */
  async function addAtOnce(to: typeof site) {
    const addOne = (path: string) =>
      member.call(staffAddBusyCalendar, {
        body: { action_id: randomUUID(), address: `${ADDRESS}?${path}`, all_day: 'NEVER' },
      });
    answer = reading([]);
    const member = await to.signInStaff();
    for (const path of ['1', '2', '3', '4']) await addOne(path);
    const holder = await openTransaction(db);
    await sql`lock table busy_calendars in share row exclusive mode`.execute(holder);
    const added = ['5', '6', '7'].map(addOne);
    await waitForWaiters(site, added.length);
    await holder.commit().execute();
    return (await Promise.all(added)).map(({ status }) => status).toSorted((one, two) => one - two);
  }
  test('of three that are added at once beyond four, one is', async () => {
    expect(await addAtOnce(site)).toEqual([204, 409, 409]);
  });
  test('control: without the lock of the table, all are', async () => {
    const lock = 'lock table busy_calendars in share row exclusive mode';
    expect(
      await addAtOnce(await testApp({ besides: site, deps, change: (all) => without(all, lock) })),
    ).toEqual([204, 204, 204]);
  });

  test('a calendar that is no longer used when its reading ends leaves nothing', async () => {
    await add(many(3));
    meanwhile = () => db.deleteFrom('busy_calendars').execute();
    await later(DUE, reading(many(9)));
    expect(asked).toHaveLength(2);
    expect(await times()).toEqual([]);
  });

  test('a booking made while a calendar is read has not seen what it says', async () => {
    await add(many(3));
    meanwhile = async () => {
      await book('2026-12-08T20:00:00Z', clock.now());
      clock.advance(1000);
    };
    await later(DUE, reading([...many(3), { start: '2026-12-08T20:30:00Z' }]));
    expect(await attention('CALENDAR_CONFLICT')).toHaveLength(1);
  });
});
