import { describe, expect, it } from 'vitest';
import { comingUp, dayOfAddress, eventsByDay, eventTimes, spotsLeft } from '#web/events/calendar-events.ts';
import { readEvents } from '#web/events/read-events.ts';

const wire = (id: string, start: string, more: object = {}) => ({
  id,
  title: id,
  description: '',
  start,
  end: start.replace('00:00.000Z', '45:00.000Z'),
  location: 'Secret Studio',
  url: null,
  service_id: null,
  service_type: null,
  available_spots: null,
  ...more,
});

const apiOf = (answers: Record<string, unknown>) => async (path: string) =>
  path in answers ? { status: 200, body: answers[path] } : { status: 500, body: '' };

const EVENTS = [
  wire('late', '2026-12-24T20:00:00.000Z'),
  // Saturday evening in Portland is Sunday in UTC.
  wire('tea', '2026-12-13T03:00:00.000Z', {
    service_id: 's1',
    service_type: 'HERBALISM',
    available_spots: 3,
  }),
];

const TODAY = '2026-12-01';

it.each([
  ['2026-12-12', '2026-12-12'],
  [null, null],
  ['', null],
  ['2026-02-30', null],
  ['tomorrow', null],
  // A month later there would be no date of ten characters.
  ['9999-12-31', null],
  ['0100-01-01', null],
])('the day of ?day=%s is %s', (day, shown) => expect(dayOfAddress(day)).toBe(shown));

describe('events', () => {
  it('are sorted by start; those of a class have its name', async () => {
    const events = await readEvents(
      apiOf({ '/get-events': EVENTS, '/get-all-wellness-services': [{ id: 's1', name: 'Tea Blending' }] }),
      TODAY,
    );
    expect(events!.map(({ id, service }) => [id, service])).toEqual([
      [
        'tea',
        { id: 's1', type: 'HERBALISM', name: 'Tea Blending', spots: 3, bookable: true, opens_on: null },
      ],
      ['late', null],
    ]);
  });

  it('can be booked from thirty days before until the day before', async () => {
    const bookingOn = async (today: string) => {
      const [tea] = (await readEvents(apiOf({ '/get-events': EVENTS }), today))!;
      return [tea!.service!.bookable, tea!.service!.opens_on];
    };
    expect(await bookingOn('2026-11-11')).toEqual([false, 'Nov 12, 2026']);
    expect(await bookingOn('2026-11-12')).toEqual([true, null]);
    expect(await bookingOn('2026-12-11')).toEqual([true, null]);
    expect(await bookingOn('2026-12-12')).toEqual([false, null]);
  });

  it('load without the names of services, and are null if they cannot be loaded themselves', async () => {
    expect((await readEvents(apiOf({ '/get-events': EVENTS }), TODAY))![0]!.service!.name).toBeNull();
    expect(await readEvents(apiOf({}), TODAY)).toBeNull();
    expect(await readEvents(() => Promise.reject(new Error('away')), TODAY)).toBeNull();
  });

  it("have the date and times of the practice's zone", async () => {
    const events = (await readEvents(apiOf({ '/get-events': EVENTS }), TODAY))!;
    expect([...eventsByDay(events).keys()]).toEqual(['2026-12-12', '2026-12-24']);
    expect(eventTimes(events[0]!)).toBe('7:00 PM - 7:45 PM PST');
  });

  it('are on every day that they last, and say on which they end', async () => {
    const long = [
      // Friday 4 PM to Sunday noon, Saturday 10 PM to 1 AM, Saturday until midnight in Portland.
      wire('retreat', '2026-12-12T00:00:00.000Z', { end: '2026-12-13T20:00:00.000Z' }),
      wire('kirtan', '2026-12-13T06:00:00.000Z', { end: '2026-12-13T09:00:00.000Z' }),
      wire('vigil', '2026-12-13T06:00:00.000Z', { end: '2026-12-13T08:00:00.000Z' }),
    ];
    const events = (await readEvents(apiOf({ '/get-events': long }), TODAY))!;
    const byDay = [...eventsByDay(events)].map(([day, on]) => [day, on.map(({ id }) => id)]);
    expect(byDay).toEqual([
      ['2026-12-11', ['retreat']],
      ['2026-12-12', ['retreat', 'kirtan', 'vigil']],
      ['2026-12-13', ['retreat', 'kirtan']],
    ]);
    expect(events.map(eventTimes)).toEqual([
      'Dec 11, 4:00 PM - Dec 13, 12:00 PM PST',
      'Dec 12, 10:00 PM - Dec 13, 1:00 AM PST',
      '10:00 PM - 12:00 AM PST',
    ]);
  });

  it('with a mistyped year do not fill every day until then', async () => {
    const endless = [wire('slip', '2026-12-12T00:00:00.000Z', { end: '9026-12-13T20:00:00.000Z' })];
    const events = (await readEvents(apiOf({ '/get-events': endless }), TODAY))!;
    expect(eventsByDay(events).size).toBe(60);
  });

  it('that are next are after the chosen day, never before today', async () => {
    const events = (await readEvents(apiOf({ '/get-events': EVENTS }), TODAY))!;
    const ids = (after: string, from: string) =>
      comingUp(events, { after, from, most: 3 }).map(({ id }) => id);
    expect(ids('2026-12-12', '2026-12-01')).toEqual(['late']);
    expect(ids('2026-12-01', '2026-12-01')).toEqual(['tea', 'late']);
    expect(ids('2026-12-01', '2026-12-20')).toEqual(['late']);
    // For an earlier day, the events of today are next.
    expect(ids('2026-12-01', '2026-12-12')).toEqual(['tea', 'late']);
  });

  it('say how many places are left', () => {
    expect([8, 1, 0].map(spotsLeft)).toEqual(['8 spots available', '1 spot available', 'No spots available']);
  });
});
