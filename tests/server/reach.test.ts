import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  staffApplyClass,
  staffApplyDay,
  staffApplyHours,
  staffApplySeries,
  staffCancelBooking,
  staffCancellation,
  staffCheckPlacement,
  staffCreateBookings,
  staffCreateClient,
  staffMessageClass,
  staffPreviewClass,
  staffPreviewDay,
  staffPreviewHours,
  staffPreviewSeries,
  staffRescheduleBooking,
} from '#contract/staff.calls.ts';
import type { Preview } from '#contract/preview.schemas.ts';
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

/** What a call answered, which must have gone well. */
const read = <Json>({ status, json, text }: { status: number; json: Json; text: string }): Json => {
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
  const start = `${start_time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return { id, params: { service_id: shop.stock.circle.id, start } };
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
} as const;
const applied = ({ preview_hash }: Pick<Preview, 'preview_hash'>) => ({
  action_id: randomUUID(),
  preview_hash,
});
const inPlan = ({ bookings }: Pick<Preview, 'bookings'>) => bookings.map(({ reach }) => reach);
const cancelClass = { change: { kind: 'CANCEL' } } as const;
const check = async () => {
  const { id } = await massage();
  const wish = { service_id: shop.stock.massage.id, place: 'FIXED_LOCATION', start: laterThatDay } as const;
  return read(await staff.call(staffCheckPlacement, { body: { rescheduling: id, ...wish } }));
};

/** Whom each call of the contract names that plans or makes a change of someone's booking. */
const REACHING: Readonly<Record<string, () => Promise<unknown[]>>> = {
  staffCancellation: async () => {
    const { id } = await massage();
    return [read(await staff.call(staffCancellation, { params: { id } })).reach];
  },
  staffCancelBooking: async () => {
    const { id, updated_at } = await massage();
    const { quote } = read(await staff.call(staffCancellation, { params: { id } }));
    const how = { by: 'PRACTICE', refund: 'POLICY', time: 'OPEN', notify: true } as const;
    const body = { action_id: randomUUID(), base_updated_at: updated_at, quote, ...how };
    return read(await staff.call(staffCancelBooking, { params: { id }, body })).reached;
  },
  staffCheckPlacement: async () => [(await check()).reach],
  staffRescheduleBooking: async () => {
    const { id, updated_at } = await massage();
    const move = { start: laterThatDay, accept: [], notify: true };
    const body = { action_id: randomUUID(), base_updated_at: updated_at, ...move };
    return read(await staff.call(staffRescheduleBooking, { params: { id }, body })).reached;
  },
  staffPreviewHours: async () => {
    await massage();
    return inPlan(read(await staff.call(staffPreviewHours, { body: timeOff })));
  },
  staffApplyHours: async () => {
    const { id } = await massage();
    const plan = applied(read(await staff.call(staffPreviewHours, { body: timeOff })));
    const decisions = [{ booking: id, choice: 'CANCEL' as const }];
    return read(await staff.call(staffApplyHours, { body: { ...timeOff, ...plan, decisions } })).reached;
  },
  staffPreviewClass: async () => {
    const { params } = await inClass();
    return inPlan(read(await staff.call(staffPreviewClass, { params, body: cancelClass })));
  },
  staffApplyClass: async () => {
    const { params } = await inClass();
    const plan = applied(read(await staff.call(staffPreviewClass, { params, body: cancelClass })));
    return read(await staff.call(staffApplyClass, { params, body: { ...cancelClass, ...plan } })).reached;
  },
  staffPreviewDay: async () => {
    await massage();
    return inPlan(read(await staff.call(staffPreviewDay, { params: { date }, body: WHOLE_DAY })));
  },
  staffApplyDay: async () => {
    await massage();
    const plan = applied(read(await staff.call(staffPreviewDay, { params: { date }, body: WHOLE_DAY })));
    const body = { ...WHOLE_DAY, ...plan, decisions: [] };
    return read(await staff.call(staffApplyDay, { params: { date }, body })).reached;
  },
  staffPreviewSeries: async () => {
    const { id } = await series();
    return inPlan(read(await staff.call(staffPreviewSeries, { params: { id }, body: cancelClass })));
  },
  staffApplySeries: async () => {
    const { id } = await series();
    const plan = applied(read(await staff.call(staffPreviewSeries, { params: { id }, body: cancelClass })));
    const body = { ...cancelClass, ...plan, decisions: [] };
    return read(await staff.call(staffApplySeries, { params: { id }, body })).reached;
  },
  staffMessageClass: async () => {
    const { params } = await inClass();
    const body = { action_id: randomUUID(), subject: 'Circle', text: 'A blanket, please.' };
    return read(await staff.call(staffMessageClass, { params, body })).reached;
  },
};

/** Calls that write to a client or have a preview, and change no booking. */
const OTHERS: Readonly<Record<string, string>> = {
  staffPreviewService: 'bookings stay as they are',
  staffApplyService: 'bookings stay as they are',
  staffPreviewForm: 'asks clients in their area; no mail goes',
  staffApplyForm: 'asks clients in their area; no mail goes',
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
