import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { staffCreateBookings, staffCreateClient } from '#contract/staff.calls.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { Reached } from '#domain/visits/reach.ts';
import { emptyBooks, openShop } from '../support/shop.ts';
import { dateIn, type ServiceName, startOf } from '../support/stock.ts';

// Someone without an e-mail address has to be called after every change of their booking: each plan and each result of the
// contract says so, with the number (rules.md §9).

const shop = await openShop();
const START = shop.clock.now();
const DAYS = 3;
const date = dateIn(DAYS, START);
const PHONE = '+15035550102';
const staff = await shop.signInStaff();
const { json: hannah } = await staff.call(staffCreateClient, {
  body: { action_id: randomUUID(), first_name: 'Hannah', last_name: 'Oakes', phone: PHONE },
});

beforeEach(async () => {
  shop.clock.set(START);
  await emptyBooks(shop);
  for (const table of ['closures', 'skipped_dates'] as const) await shop.db.deleteFrom(table).execute();
});

type Answer = Record<string, unknown> & { bookings: Preview['bookings']; preview_hash: string };
const send = async (path: string, body: object, method: 'GET' | 'POST' = 'POST'): Promise<Answer> => {
  const { status, json, text } =
    method === 'GET' ? await staff.get<Answer>(path) : await staff.send<Answer>('POST', path, body);
  expect(status, text).toBe(200);
  return json;
};

/** Books Hannah, who pays at the visit. */
async function book(service: ServiceName, start: string, days: readonly number[] = [DAYS]) {
  const { status, json, text } = await staff.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: hannah.id,
      service_id: shop.stock[service].id,
      place: 'FIXED_LOCATION',
      starts: days.map((day) => startOf({ service, days: day, start }, START)),
      payment: 'LATER',
      accept: [],
      notify: true,
      ask_for_forms: false,
    },
  });
  expect(status, text).toBe(201);
  return json.bookings.at(-1)!;
}
const massage = () => book('massage', '9:00 AM');
/** The last one of two: itself, and nothing follows it. */
const series = () => book('massage', '9:00 AM', [DAYS, DAYS + 7]);
const inClass = async () => {
  const { id, start_time } = await book('circle', '6:00 AM');
  return {
    id,
    at: `/api/staff/classes/${shop.stock.circle.id}/${start_time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
  };
};
const laterThatDay = startOf({ service: 'massage', days: DAYS, start: '3:00 PM' }, START);
const WHOLE_DAY = { from: null, to: null };
const timeOff = {
  change: {
    kind: 'ADD_TIME_OFF',
    from: date,
    from_time: null,
    to: date,
    to_time: null,
    reason: '',
    shows_end: false,
  },
};
const applied = ({ preview_hash }: Answer) => ({ action_id: randomUUID(), preview_hash });
const inPlan = ({ bookings }: Answer) => bookings.map(({ reach }) => reach);
const inResult = (answer: Answer) => answer['reached'] as Reached[];
const cancelClass = { change: { kind: 'CANCEL' } };
const check = async () => {
  const { id } = await massage();
  const wish = { service_id: shop.stock.massage.id, place: 'FIXED_LOCATION', start: laterThatDay };
  return await send('/api/staff/bookings/check', { rescheduling: id, ...wish });
};

/** Whom each call of the contract names that plans or makes a change of someone's booking. */
const REACHING: Readonly<Record<string, () => Promise<unknown[]>>> = {
  staffCancellation: async () => {
    const { id } = await massage();
    return [(await send(`/api/staff/bookings/${id}/cancellation`, {}, 'GET'))['reach']];
  },
  staffCancelBooking: async () => {
    const { id, updated_at } = await massage();
    const { quote } = await send(`/api/staff/bookings/${id}/cancellation`, {}, 'GET');
    const how = { by: 'PRACTICE', refund: 'POLICY', time: 'OPEN', notify: true };
    return inResult(
      await send(`/api/staff/bookings/${id}/cancel`, {
        action_id: randomUUID(),
        base_updated_at: updated_at,
        quote,
        ...how,
      }),
    );
  },
  staffCheckPlacement: async () => [(await check())['reach']],
  staffRescheduleBooking: async () => {
    const { id, updated_at } = await massage();
    return inResult(
      await send(`/api/staff/bookings/${id}/reschedule`, {
        action_id: randomUUID(),
        base_updated_at: updated_at,
        start: laterThatDay,
        accept: [],
        notify: true,
      }),
    );
  },
  staffPreviewHours: async () => {
    await massage();
    return inPlan(await send('/api/staff/hours/preview', timeOff));
  },
  staffApplyHours: async () => {
    const { id } = await massage();
    const plan = applied(await send('/api/staff/hours/preview', timeOff));
    const decisions = [{ booking: id, choice: 'CANCEL' }];
    return inResult(await send('/api/staff/hours/apply', { ...timeOff, ...plan, decisions }));
  },
  staffPreviewClass: async () => {
    const { at } = await inClass();
    return inPlan(await send(`${at}/preview`, cancelClass));
  },
  staffApplyClass: async () => {
    const { at } = await inClass();
    const plan = applied(await send(`${at}/preview`, cancelClass));
    return inResult(await send(`${at}/apply`, { ...cancelClass, ...plan }));
  },
  staffPreviewDay: async () => {
    await massage();
    return inPlan(await send(`/api/staff/days/${date}/cancel/preview`, WHOLE_DAY));
  },
  staffApplyDay: async () => {
    await massage();
    const path = `/api/staff/days/${date}/cancel`;
    const plan = applied(await send(`${path}/preview`, WHOLE_DAY));
    return inResult(await send(`${path}/apply`, { ...WHOLE_DAY, ...plan, decisions: [] }));
  },
  staffPreviewSeries: async () => {
    const { id } = await series();
    return inPlan(await send(`/api/staff/bookings/${id}/series/preview`, cancelClass));
  },
  staffApplySeries: async () => {
    const { id } = await series();
    const path = `/api/staff/bookings/${id}/series`;
    const plan = applied(await send(`${path}/preview`, cancelClass));
    return inResult(await send(`${path}/apply`, { ...cancelClass, ...plan, decisions: [] }));
  },
  staffMessageClass: async () => {
    const { at } = await inClass();
    return inResult(
      await send(`${at}/message`, { action_id: randomUUID(), subject: 'Circle', text: 'A blanket, please.' }),
    );
  },
};

/** Calls that write to a client or have a preview, and change no booking. */
const OTHERS: Readonly<Record<string, string>> = {
  staffPreviewService: 'bookings stay as they are',
  staffApplyService: 'bookings stay as they are',
  staffCreateBookings:
    'nobody is told of a booking that was not theirs before; the sheet says whether a mail goes',
  staffHouseCalls: 'about the client, not about a booking',
  staffRefund: 'the booking stays',
  staffErasure: 'names one client, who is on the screen, and whether a mail goes',
  staffEraseClient: 'names one client, who is on the screen, and whether a mail goes',
};

it.each(Object.entries(REACHING))('%s names who has no e-mail address', async (_, ask) => {
  expect(await ask()).toMatchObject([
    {
      way: 'NO_ADDRESS',
      client: { name: 'Hannah Oakes', short_name: 'Hannah O.', phone: PHONE },
      refund: 'NOTHING_PAID',
    },
  ]);
});

it('the contract has no other plan or result', async () => {
  const ENDING = '.schemas.ts';
  const files = (await readdir('src/contract')).filter((name) => name.endsWith(ENDING));
  const found: string[] = [];
  for (const file of files) {
    const noun = file.slice(0, -ENDING.length);
    const schemas = (await import(`../../src/contract/${noun}.schemas.ts`)) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(schemas)) {
      if (!name.startsWith('staff') || typeof schema !== 'object' || schema === null) continue;
      const { body, answer } = schema as { body?: unknown; answer?: unknown };
      const fields = [body, answer].flatMap((part) =>
        part instanceof z.ZodObject ? Object.keys(part.shape) : [],
      );
      if (fields.some((field) => ['preview_hash', 'notify', 'quote', 'reach', 'reached'].includes(field)))
        found.push(name);
    }
  }
  expect(found.filter((name) => !(name in REACHING) && !(name in OTHERS))).toEqual([]);
  expect(Object.keys(REACHING).filter((name) => !found.includes(name))).toEqual([]);
});
