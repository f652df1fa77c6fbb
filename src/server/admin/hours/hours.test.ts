import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PracticeEvent } from '#contract/events.schemas.ts';
import type { Slot } from '#contract/services.schemas.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';

const sample = await testApp();
const { db, clock, signInClient, visit } = sample;
const said = practiceCommands(sample);
const MONDAY = clock.now();
let theo: TestClient;
let ids: Record<string, string>;

beforeAll(async () => {
  theo = await signInClient('new@example.com');
  const services = await db.selectFrom('services').select(['key', 'id']).execute();
  ids = Object.fromEntries(services.map(({ key, id }) => [key, id]));
});
beforeEach(() => clock.set(MONDAY));

const idIn = (words: string) => /[\da-f]{8}-[\da-f-]{27}/.exec(words)![0];
const starts = async (key: string, date: string) =>
  (await theo.send<Slot[]>('POST', '/auth/get-slots', { service: ids[key], date })).json.map(
    (slot) => slot.start,
  );
const rules = () => db.selectFrom('rules').selectAll().orderBy('id').execute();
const sold = () =>
  db
    .selectFrom('bookings')
    .select(['id', 'rule_id', 'status', 'start_time', 'end_time', 'location_type', 'appointment_id'])
    .orderBy('id')
    .execute();
/** The one hour of a service on a weekday, as `hours` prints it. */
const hourOf = async (key: string, day: string) => {
  const words = await said('hours', key);
  return new RegExp(`^${day}\\n {2}(.*)$`, 'm').exec(words)?.[1] ?? '';
};

describe('hours', () => {
  test('lists the week from Monday: times, service, place, frequency, seats', async () => {
    const words = await said('hours');
    expect(words).toMatch(
      /^Monday\n {2}[\da-f-]{36} {2}10:00 to 10:45 {2}Chair Yoga for Stiff Days \(chair-yoga\), studio, every week, 6 seats\n/,
    );
    expect(words).toContain(
      '14:00 to 18:00  Seasonal Follow-up (seasonal-follow-up), house-call, every two weeks, next on Mar 16, 2026, in steps of 60 minutes',
    );
    expect(words).toContain(
      'Tea Blending Workshop (tea-blending-workshop), studio, the second Saturday of the month, 8 seats',
    );
    expect(words).toContain(
      '17:30 to 18:45  Slow Morning Flow (slow-morning-flow), studio, every week, 8 seats',
    );
    expect(words).toContain(
      '17:00 to 19:00  Marma Session (marma-session), studio, every week, in steps of 30 minutes, from Mar 23, 2026',
    );
    const days = words.split('\n').filter((line) => !line.startsWith(' '));
    expect(days).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  });

  test('leaves out what is over, switched off, or open for once', async () => {
    const words = await said('hours');
    // private-summer-monday, marma-sunday, the two extra openings
    expect(words).not.toContain('07:00 to 09:30');
    expect(words).not.toContain('15:30 to 18:00');
    expect(words).not.toContain('15:30 to 19:00');
    expect(words).not.toContain('19:00 to 20:00');
  });

  test('of one service, or of none that there is', async () => {
    expect((await said('hours', 'private-yoga')).match(/Private Yoga/g)).toHaveLength(2);
    expect(await said('hours', 'dance')).toMatch(/^WRONG There is no service dance/);
  });
});

describe('hour add', () => {
  test('opens every week at once, and lists the dates that clients are offered', async () => {
    expect(await starts('private-yoga', '2026-03-08')).toEqual([]);
    const words = await said('hour', 'add', 'service=private-yoga', 'day=sunday', 'start=8:00', 'end=09:45');
    expect(words).toContain(
      '08:00 to 09:45  Private Yoga (private-yoga), studio, every week, in steps of 30 minutes, from Mar 8, 2026',
    );
    expect(words).toContain('Sunday, March 15, 2026: 2 times, 8:00 AM to 8:30 AM');
    // The class of that day begins at ten, and a buffer of 15 minutes fits before it.
    expect(await starts('private-yoga', '2026-03-08')).toEqual(['8:00 AM', '8:30 AM']);
    expect(await starts('private-yoga', '2026-03-15')).toEqual(['8:00 AM', '8:30 AM']);
    await said('hour', 'end', idIn(words));
    expect(await starts('private-yoga', '2026-03-15')).toEqual([]);
    expect(await said('hours', 'private-yoga')).not.toContain('Sunday');
  });

  test('a class is listed once, with the seats of its service or those that are given', async () => {
    const words = await said(
      'hour',
      'add',
      'service=chair-yoga',
      'day=Tuesday',
      'start=18:30',
      'every=two-weeks',
      'seats=4',
    );
    expect(words).toMatch(/18:30 to 19:15 .*every two weeks, next on Mar 3, 2026, 4 seats/);
    expect(words).toContain('Tuesday, March 17, 2026: 4 seats at 6:30 PM');
    expect(await starts('chair-yoga', '2026-03-17')).toEqual(['6:30 PM']);
    expect(await starts('chair-yoga', '2026-03-10')).toEqual([]);
    await said('hour', 'end', idIn(words));
  });

  test('says from when a later date can be booked, and which of its days are closed', async () => {
    const words = await said(
      'hour',
      'add',
      'service=private-yoga',
      'day=monday',
      'start=19:00',
      'end=20:00',
      'from=2026-04-01',
      'until=2026-05-01',
    );
    expect(words).toContain('Monday, April 6, 2026: one time, 7:00 PM, to be booked from Mar 7, 2026 on');
    clock.set(new Date('2026-03-07T07:59:00Z')); // a minute before midnight
    expect(await starts('private-yoga', '2026-04-06')).toEqual([]);
    clock.set(new Date('2026-03-07T08:00:00Z'));
    expect(await starts('private-yoga', '2026-04-06')).toEqual(['7:00 PM']);
    clock.set(MONDAY);
    await said('hour', 'end', idIn(words));
    const closed = await said(
      'hour',
      'add',
      'service=private-yoga',
      'day=tuesday',
      'start=19:00',
      'end=20:00',
      'from=2026-03-23',
    );
    expect(closed).toContain('Tuesday, March 24, 2026: nothing, the practice is closed');
    await said('hour', 'end', idIn(closed));
  });

  test('the hour that the clock skips in spring is not offered, and it says so', async () => {
    const words = await said(
      'hour',
      'add',
      'service=private-yoga',
      'day=sunday',
      'start=02:00',
      'end=03:00',
      'every=second',
    );
    expect(words).toContain('Sunday, March 8, 2026: nothing, that time does not exist on that day');
    expect(await starts('private-yoga', '2026-03-08')).toEqual([]);
    await said('hour', 'end', idIn(words));
  });

  const ADD = ['service=private-yoga', 'day=sunday', 'start=08:00', 'end=09:45'];
  const but = (...changes: string[]) => [
    ...ADD.filter((each) => !changes.some((change) => change.split('=')[0] === each.split('=')[0])),
    ...changes,
  ];
  test.each([
    [[], /It needs service=… day=… start=… end=… as well/],
    [['service=chair-yoga'], /It needs day=… start=… as well/],
    [but('service=dance'), /There is no service dance/],
    [but('day=someday'), /someday is no day of the week/],
    [but('day='), /It needs day=…/],
    [but('place='), /place is empty/],
    [but('start=8am'), /Cannot read the start 8am/],
    [but('start=24:00'), /Cannot read the start 24:00/],
    [but('end=noon'), /Cannot read the end noon/],
    [but('end=07:00'), /ends before it begins/],
    [but('end=08:45'), /takes 60 minutes; that does not fit/],
    [but('place=moon'), /The place is one of: studio, house-call, online/],
    [but('place=house-call'), /not offered there, but at: studio/],
    [but('every=month'), /every is one of: week, two-weeks, first/],
    [but('from=2026-03-02'), /From tomorrow on at the earliest/],
    [but('from=soon'), /Cannot read the date soon/],
    [but('every=two-weeks', 'from=2026-03-09'), /is no Sunday\. The next are 2026-03-15 and 2026-03-22/],
    [but('until=2026-03-05'), /They would end on 2026-03-05, before they begin/],
    [but('from=2026-03-09', 'until=2026-03-14'), /No such Sunday lies between/],
    [but('every=fifth', 'until=2026-03-28'), /No such Sunday lies between/],
    [but('until=2026-03-08'), /That is one day: to add an extra opening: open/],
    [but('step=3'), /5 to 480/],
    [but('seats=4'), /for one person at a time/],
    [but('colour=red'), /Cannot read colour=red/],
    [but('day=thursday', 'start=12:00', 'end=14:00'), /stand in the way: .*09:30 to 13:00.*hour change/],
    [but('service=chair-yoga', 'start=18:00', 'end=19:00'), /stands once, from 18:00 to 18:45, not to 19:00/],
    [['service=chair-yoga', 'day=sunday', 'start=18:00', 'step=30'], /Leave step out/],
    [['service=chair-yoga', 'day=sunday', 'start=18:00', 'seats=0'], /Seats are 1 to 500/],
    [['service=chair-yoga', 'day=sunday', 'start=23:30'], /would go on past midnight/],
    [
      ['service=chair-yoga', 'day=tuesday', 'start=08:59'],
      /collide with Slow Morning Flow, 07:30 to 08:45 and 15 minutes of buffer/,
    ],
    [['service=chair-yoga', 'day=friday', 'start=10:30'], /collide with Chair Yoga for Stiff Days, 10:00/],
    // The workshop of every second Saturday, and the extra evening of one Friday.
    [['service=chair-yoga', 'day=saturday', 'start=14:00'], /On Saturday, March 14, 2026 it would collide/],
    [['service=chair-yoga', 'day=friday', 'start=18:30'], /On Friday, March 13, 2026 .*first: withdraw/],
  ])('hour add %j is refused in words, and nothing is written', async (args, words) => {
    const before = await rules();
    const answer = await said('hour', 'add', ...args);
    expect(answer).toMatch(/^WRONG /);
    expect(answer).toMatch(words);
    expect(await rules()).toEqual(before);
  });
});

describe('hour change and hour end', () => {
  test('new hours begin and the old ones end, so that what was booked stays as it was', async () => {
    const before = await sold();
    // Twelve and nine seats are sold in the next two evenings.
    const id = idIn(await hourOf('yoga-nidra-by-candle', 'Thursday'));
    const words = await said('hour', 'change', id, 'start=19:00', 'seats=10');
    expect(words).toMatch(
      /^Changed\. The hours are now:\nThursday {2}[\da-f-]{36} {2}19:00 to 20:00 .*10 seats/,
    );
    expect(idIn(words)).not.toBe(id);
    expect(words).toContain('Thursday, March 12, 2026: nothing, that time is booked, or a class is on');
    expect(words).toContain('Thursday, March 26, 2026: 10 seats at 7:00 PM');
    expect(words).toContain('Still booked in them (21):');
    expect(words).toMatch(/^ {2}[\da-f-]{36} {2}Mar 12, 2026 at 6:30 PM {2}Yoga Nidra by Candle$/m);
    expect(await sold()).toEqual(before);
    expect(await starts('yoga-nidra-by-candle', '2026-03-12')).toEqual([]);
    expect(await starts('yoga-nidra-by-candle', '2026-03-26')).toEqual(['7:00 PM']);
    const old = await db.selectFrom('rules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(old).toMatchObject({ is_active: true, end_date: '2026-03-02', start_time: '18:30' });
    expect(await said('hour', 'change', id, 'start=20:00')).toMatch(/^WRONG There are no hours/);
    const back = await said('hour', 'change', idIn(words), 'start=18:30', 'seats=none');
    // At the old time and place what stands is sold on.
    expect(back).toContain('Thursday, March 12, 2026: 3 seats at 6:30 PM');
    expect(await starts('yoga-nidra-by-candle', '2026-03-12')).toEqual(['6:30 PM']);
  });

  test('from a date on: until then the old ones are offered', async () => {
    const id = idIn(await hourOf('private-yoga', 'Thursday'));
    const words = await said('hour', 'change', id, 'end=10:30', 'from=2026-03-20');
    expect(words).toContain('Until then: Private Yoga on Thursdays, 09:30 to 13:00.');
    expect(await starts('private-yoga', '2026-03-05')).toEqual(['12:00 PM']);
    expect(await starts('private-yoga', '2026-03-26')).toEqual(['9:30 AM']);
    expect(await said('hours', 'private-yoga')).toMatch(
      /^Thursday\n.* 09:30 to 13:00 .*until Mar 19, 2026\n.* 09:30 to 10:30 .*from Mar 20, 2026$/m,
    );
    await said('hour', 'change', idIn(words), 'end=13:00');
    expect(await starts('private-yoga', '2026-03-26')).toHaveLength(6);
  });

  test('every two weeks stays in step, unless a first date is given', async () => {
    const id = idIn(await hourOf('quiet-kitchen-workshop', 'Sunday'));
    const words = await said('hour', 'change', id, 'seats=5');
    expect(words).toMatch(/next on Mar 8, 2026, 5 seats/);
    const moved = await said('hour', 'change', idIn(words), 'from=2026-03-15', 'seats=6');
    expect(moved).toMatch(/next on Mar 15, 2026, 6 seats/);
    await said('hour', 'change', idIn(moved), 'from=2026-03-08');
    expect(await hourOf('quiet-kitchen-workshop', 'Sunday')).toMatch(/next on Mar 8, 2026/);
  });

  test('the last date alone moves within the same hours', async () => {
    const id = idIn(await hourOf('private-yoga', 'Friday'));
    expect(await said('hour', 'change', id, 'until=2026-03-20')).toContain('until Mar 20, 2026');
    expect(idIn(await hourOf('private-yoga', 'Friday'))).toBe(id);
    expect(await starts('private-yoga', '2026-03-27')).toEqual([]);
    expect(await said('hour', 'end', id, '2026-03-25')).toMatch(/^WRONG They end on 2026-03-20 already/);
    expect(await said('hour', 'change', id, 'until=2026-03-02')).toMatch(/^WRONG .*hour end/);
    expect(await said('hour', 'change', id, 'until=none')).not.toContain('until');
    expect(await starts('private-yoga', '2026-03-27')).not.toEqual([]);
  });

  test('future hours can begin later, or never', async () => {
    const id = idIn(await hourOf('marma-session', 'Monday'));
    const words = await said('hour', 'change', id, 'from=2026-03-30');
    expect(words).toContain('from Mar 30, 2026');
    expect(await starts('marma-session', '2026-03-23')).toEqual([]);
    expect(await starts('marma-session', '2026-03-30')).not.toEqual([]);
    // Until a date on which they have not begun is never.
    expect(await said('hour', 'end', idIn(words), '2026-03-27')).toMatch(/^Ended: Marma Session on Mondays/);
    expect(await starts('marma-session', '2026-03-30')).toEqual([]);
    const gone = await db
      .selectFrom('rules')
      .selectAll()
      .where('id', '=', idIn(words))
      .executeTakeFirstOrThrow();
    expect(gone.is_active).toBe(false);
  });

  test('hour end names who is still booked, and the events that lead nowhere now', async () => {
    const before = await sold();
    const id = idIn(await hourOf('tea-blending-workshop', 'Saturday'));
    const announced = async () =>
      (await visit('/get-events'))
        .json<PracticeEvent[]>()
        .find(({ start }) => start === '2026-03-14T20:00:00.000Z');
    expect((await announced())?.available_spots).toEqual(expect.any(Number));
    const words = await said('hour', 'end', id);
    expect(words).toMatch(/^Ended: Tea Blending Workshop on Saturdays, 13:00 to 15:00\./);
    expect(words).toMatch(/^Still booked in them \(\d+\):\n {2}[\da-f-]{36} {2}Mar 14, 2026 at 1:00 PM/m);
    expect(words).toMatch(
      /^Events that announce it .*\n {2}[\da-f-]{36} {2}Mar 14, 2026 at 1:00 PM {2}Tea blending$/m,
    );
    expect((await announced())?.available_spots).toBeNull();
    expect(await starts('tea-blending-workshop', '2026-03-14')).toEqual([]);
    expect(await sold()).toEqual(before);
  });

  test('hour end with a last date leaves the time until then', async () => {
    const id = idIn(await hourOf('herbal-consultation', 'Wednesday'));
    expect(await said('hour', 'end', id, '2026-03-11')).toContain('offered until Wednesday, March 11, 2026');
    expect(await starts('herbal-consultation', '2026-03-11')).not.toEqual([]);
    expect(await starts('herbal-consultation', '2026-03-25')).toEqual([]);
  });

  test.each([
    [['dance'], /Usage: hour add/],
    [['end'], /Name the hours by their id/],
    [['end', 'x'], /Name the hours by their id/],
    [['end', '11111111-1111-4111-8111-111111111111'], /There are no hours/],
    [['end', 'ID', '2026-02-01'], /is in the past/],
    [['end', 'ID', 'soon'], /Cannot read the date/],
    [['end', 'ID', '2026-03-20', 'please'], /Usage: hour end ID/],
    [['change', 'ID'], /Say what changes/],
    [['change', 'ID', 'service=chair-yoga'], /Cannot read service=chair-yoga/],
    [['change', 'ID', 'from=2026-03-20'], /They have begun\. Say what else changes/],
    [['change', 'ID', 'end=12:00'], /takes 45 minutes and stands once/],
    [['change', 'ID', 'day=tuesday', 'start=08:00'], /collide with Slow Morning Flow/],
    [['change', 'OPENING', 'end=12:00'], /That is an extra opening\. To remove it: withdraw/],
  ])('hour %j is refused in words, and nothing is written', async (args, words) => {
    const id = idIn(await hourOf('chair-yoga', 'Monday'));
    const opening = idIn(await said('openings'));
    const before = await rules();
    const answer = await said(
      'hour',
      ...args.map((each) => (each === 'ID' ? id : each === 'OPENING' ? opening : each)),
    );
    expect(answer).toMatch(/^WRONG /);
    expect(answer).toMatch(words);
    expect(await rules()).toEqual(before);
  });
});

test('open refuses a class that would collide, or take longer than it does', async () => {
  expect(await said('open', 'chair-yoga', '2026-03-10', '08:00', '08:45')).toMatch(
    /^WRONG .*Slow Morning Flow/,
  );
  expect(await said('open', 'chair-yoga', '2026-03-10', '18:00', '20:00')).toMatch(/^WRONG .*stands once/);
  // Beside its own hours a service may be open for longer.
  expect(await said('open', 'private-yoga', '2026-03-27', '12:00', '15:00')).toContain('is open on');
});

test('withdraw names who is booked in it', async () => {
  const words = await said('open', 'private-yoga', '2026-03-29', '08:00', '09:00');
  const id = idIn(words);
  const seat = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'CONFIRMED')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('bookings')
    .set({ rule_id: id, start_time: '2026-03-29T15:00:00Z', end_time: '2026-03-29T16:00:00Z' })
    .where('id', '=', seat.id)
    .execute();
  expect(await said('withdraw', id)).toMatch(
    new RegExp(`Withdrawn.*\nStill booked in it \\(1\\):\n {2}${seat.id} {2}Mar 29, 2026 at 8:00 AM`),
  );
});
