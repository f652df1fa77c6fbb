import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { bookingCalendar, getUserBookings, updateUserNotes } from '#contract/client.calls.ts';
import { completeBookings } from '../jobs/complete-bookings.ts';
import { draftField } from './sealed-fields.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';

const { db, deps, clock, keyring, signInClient } = await testApp();
let maren: TestClient;
let theo: TestClient;
const list = async (client: TestClient) => (await client.call(getUserBookings)).json;
const named = async (name: string, status: string) =>
  (await list(maren)).find((each) => each.service_name === name && each.status === status)!;

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  theo = await signInClient('new@example.com');
});

describe('GET /auth/get-user-bookings', () => {
  test('the client’s bookings by start time, of every status, with payment and place', async () => {
    const bookings = await list(maren);
    const times = bookings.map(({ start_time }) => start_time);
    expect(times).toEqual([...times].sort());
    expect(new Set(bookings.map(({ status }) => status))).toEqual(
      new Set(['COMPLETED', 'CANCELLED', 'NO_SHOW', 'CONFIRMED']),
    );
    expect(bookings[0]).toMatchObject({
      service_name: 'Ayurvedic Consultation',
      service_type: 'AYURVEDA',
      location: { name: 'Secret Studio' },
      service_location_type: 'FIXED_LOCATION',
      price_cents: 12500,
      currency: 'usd',
    });
    expect(JSON.stringify(bookings[0]?.client_notes)).toContain('lunch');
    expect(JSON.stringify(bookings[0]?.published_recommendations)).toContain('Something warm before nine');
    expect(await list(theo)).toEqual([]);
  });

  test('another account’s id is refused, the client’s own is accepted', async () => {
    const foreign = await theo.call(getUserBookings, { query: { id: maren.user_id } });
    expect(foreign).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } });
    expect((await theo.call(getUserBookings, { query: { id: 'nobody' } })).status).toBe(403);
    expect((await maren.call(getUserBookings, { query: { id: maren.user_id } })).status).toBe(200);
  });

  test('only published recommendations leave the server', async () => {
    const booking = await named('Marma Session', 'CANCELLED');
    const key = await keyring.keyOf(db, maren.user_id, clock.now());
    const draft = key.seal(draftField(booking.id), JSON.stringify({ ops: [{ insert: 'still thinking\n' }] }));
    await db
      .updateTable('bookings')
      .set({ recommendations_draft: draft })
      .where('id', '=', booking.id)
      .execute();
    expect((await maren.call(getUserBookings)).text).not.toContain('still thinking');
  });

  test('a hold is listed while it can be paid, and no longer', async () => {
    const service = await db.selectFrom('services').select('id').limit(1).executeTakeFirstOrThrow();
    const rule = await db.selectFrom('rules').select('id').limit(1).executeTakeFirstOrThrow();
    const now = clock.now();
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const span = { start_time: at(100_000), end_time: at(100_060), blocked_until: at(100_060) };
    const appointment = await db
      .insertInto('appointments')
      .values({
        ...span,
        service_id: service.id,
        rule_id: rule.id,
        location_type: 'VIRTUAL',
        capacity: 1,
        taken: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const checkout = await db
      .insertInto('checkouts')
      .values({
        user_id: theo.user_id,
        state: 'OPEN',
        cart_hash: 'x',
        items: '[]',
        subtotal_cents: 1,
        currency: 'usd',
        refund_policy: '{}',
        customer_id: 'x',
        customer_email: 'x',
        session_expires_at: at(35),
        hold_expires_at: at(40),
        next_check_at: at(1),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bookings')
      .values({
        ...span,
        user_id: theo.user_id,
        checkout_id: checkout.id,
        appointment_id: appointment.id,
        status: 'PENDING',
        price_cents: 1,
        service_id: service.id,
        service_name: 'Held',
        service_type: 'YOGA',
        format: 'ONE_ON_ONE',
        location_type: 'VIRTUAL',
        location_name: 'Online',
        created_at: now,
        updated_at: now,
      })
      .execute();
    expect((await list(theo)).map(({ status }) => status)).toEqual(['PENDING']);
    clock.advance(41 * 60_000);
    expect(await list(theo)).toEqual([]);
    clock.advance(-41 * 60_000);
    await db.deleteFrom('bookings').where('service_name', '=', 'Held').execute();
    await db.deleteFrom('appointments').where('id', '=', appointment.id).execute();
  });
});

describe('what is left to pay', () => {
  const money = async (name: string) => {
    const { paid_cents, balance_cents, price_range } = await named(name, 'CONFIRMED');
    return { paid_cents, balance_cents, price_range };
  };
  const unpay = (name: string) =>
    db
      .updateTable('bookings')
      .set({ checkout_id: null })
      .where('user_id', '=', maren.user_id)
      .where('service_name', '=', name)
      .where('status', '=', 'CONFIRMED')
      .execute();

  test('is nothing after a payment, the price without one, and a range while the client chooses', async () => {
    expect(await money('Tea Blending Workshop')).toEqual({
      paid_cents: 4800,
      balance_cents: 0,
      price_range: null,
    });
    await unpay('Tea Blending Workshop');
    await unpay('Seasonal Follow-up');
    expect(await money('Tea Blending Workshop')).toEqual({
      paid_cents: 0,
      balance_cents: 4800,
      price_range: null,
    });
    expect(await money('Seasonal Follow-up')).toMatchObject({
      paid_cents: 0,
      price_range: { min_cents: 5500, max_cents: 9000 },
    });
  });
});

describe('PATCH /auth/update-user-notes', () => {
  const save = (client: TestClient, id: string, body: BodyOf<typeof updateUserNotes>) =>
    client.call(updateUserNotes, { query: { id }, body });

  test('plain text is wrapped, a document is stored, an empty one deletes the note', async () => {
    const { id } = await named('Yoga Nidra by Candle', 'COMPLETED');
    const text = await save(maren, id, { notes: 'Slept.' });
    expect(text).toMatchObject({ status: 200, json: { client_notes: { ops: [{ insert: 'Slept.' }] } } });
    const ops = [{ insert: 'Slept', attributes: { bold: true } }, { insert: ' well\n' }];
    expect((await save(maren, id, { notes: JSON.stringify({ ops }) })).json.client_notes).toEqual({ ops });
    expect((await save(maren, id, { notes: { ops } })).json.client_notes).toEqual({ ops });
    expect((await named('Yoga Nidra by Candle', 'COMPLETED')).client_notes).toEqual({ ops });
    expect((await save(maren, id, { notes: { ops: [{ insert: '\n' }] } })).json.client_notes).toBeNull();
  });

  test('unknown attributes and dangerous links are removed', async () => {
    const { id } = await named('Yoga Nidra by Candle', 'COMPLETED');
    const ops = [
      { insert: 'here', attributes: { link: 'javascript:alert(1)', onclick: 'x' } },
      { insert: { formula: 'x' } },
      { insert: { image: 'javascript:alert(1)' } },
      { insert: '\n' },
    ];
    const { json } = await save(maren, id, { notes: { ops } });
    expect(json.client_notes).toEqual({
      ops: [{ insert: 'here', attributes: { link: 'about:blank' } }, { insert: '\n' }],
    });
    expect((await save(maren, id, { notes: { title: 'no document' } as never })).status).toBe(422);
  });

  test('a change to an older note is answered with the stored one, and nothing is lost', async () => {
    const { id } = await named('Yoga Nidra by Candle', 'COMPLETED');
    const first = (await save(maren, id, { notes: 'first tab' })).json;
    const second = await save(maren, id, { notes: 'second tab', base_updated_at: first.notes_updated_at });
    expect(second.status).toBe(200);
    const stale = await save(maren, id, { notes: 'late', base_updated_at: first.notes_updated_at });
    expect(stale).toMatchObject({ status: 409, json: { code: 'NOTE_CHANGED' } });
    expect(stale.json.details).toEqual({
      client_notes: { ops: [{ insert: 'second tab' }] },
      notes_updated_at: second.json.notes_updated_at,
    });
    expect((await save(maren, id, { notes: 'late', base_updated_at: null })).status).toBe(409);
  });

  test('of two tabs that save at once, one is refused', async () => {
    const { id, notes_updated_at } = await named('Yoga Nidra by Candle', 'COMPLETED');
    const both = await Promise.all(
      ['one', 'two'].map((notes) => save(maren, id, { notes, base_updated_at: notes_updated_at })),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test('a note may hold a pasted picture, up to 2 MB', async () => {
    const { id } = await named('Yoga Nidra by Candle', 'COMPLETED');
    const picture = (bytes: number) => {
      const png = Buffer.alloc(bytes, 7);
      png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      return { ops: [{ insert: { image: `data:image/png;base64,${png.toString('base64')}` } }] };
    };
    const saved = await save(maren, id, { notes: picture(1_000_000) });
    expect(saved.json.client_notes).toEqual(picture(1_000_000));
    expect(await save(maren, id, { notes: picture(1_600_000) })).toMatchObject({
      status: 413,
      json: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect((await save(maren, id, { notes: 'small again' })).status).toBe(200);
  });

  test('a future session has no notes; foreign, missing and malformed ids get the same 404', async () => {
    const coming = await named('Seasonal Follow-up', 'CONFIRMED');
    expect(await save(maren, coming.id, { notes: 'x' })).toMatchObject({
      status: 409,
      json: { code: 'NOTE_TOO_SOON' },
    });
    const { id } = await named('Yoga Nidra by Candle', 'COMPLETED');
    const answers = [
      await save(theo, id, { notes: 'mine now' }),
      await save(theo, '00000000-0000-4000-8000-000000000000', { notes: 'x' }),
      await save(theo, "x' or 1=1", { notes: 'x' }),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([404, 'BOOKING_NOT_FOUND']);
  });

  test('reading and writing is audited, without the text', async () => {
    const rows = await db.selectFrom('audit').selectAll().where('user_id', '=', maren.user_id).execute();
    const actions = new Set(rows.map(({ action }) => action));
    expect(actions).toContain('notes.read');
    expect(actions).toContain('notes.write');
    expect(JSON.stringify(rows)).not.toContain('tab');
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('insert only');
  });
});

describe('GET /auth/booking.ics', () => {
  test('a calendar file, in UTC, with a stable UID', async () => {
    const booking = await named('Seasonal Follow-up', 'CONFIRMED');
    const { status, headers, text } = await maren.call(bookingCalendar, { query: { id: booking.id } });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/calendar');
    const start = booking.start_time.replace(/[-:]|\.000/g, '');
    expect(text).toContain(`DTSTART:${start}`);
    expect(text).toContain(`UID:booking-${booking.id}@`);
    expect(text).toContain('SEQUENCE:0');
    expect(text).toMatch(/END:VCALENDAR\r\n$/);
    expect(text).toContain('STATUS:CONFIRMED');
    expect((await maren.call(bookingCalendar, { query: { id: booking.id } })).text).toBe(text);
  });

  test('a cancelled booking says so; a foreign one is not found', async () => {
    const cancelled = await named('Marma Session', 'CANCELLED');
    expect((await maren.call(bookingCalendar, { query: { id: cancelled.id } })).text).toContain(
      'STATUS:CANCELLED',
    );
    expect((await theo.call(bookingCalendar, { query: { id: cancelled.id } })).status).toBe(404);
    expect((await maren.call(bookingCalendar, {} as never)).status).toBe(404);
  });
});

describe('the job that completes bookings', () => {
  test('CONFIRMED becomes COMPLETED when the session ends, once, and its seat is released a week later', async () => {
    const flow = await named('Slow Morning Flow', 'CONFIRMED');
    expect(await completeBookings.run(deps, new Date(flow.start_time))).toBeGreaterThan(0); // earlier days
    expect((await named('Slow Morning Flow', 'CONFIRMED')).id).toBe(flow.id);

    const end = new Date(flow.end_time);
    // Maren and four others
    expect(await completeBookings.run(deps, end)).toBe(5);
    expect(await completeBookings.run(deps, end)).toBe(0);
    expect((await list(maren)).find(({ id }) => id === flow.id)?.status).toBe('COMPLETED');
    const appointments = () =>
      db.selectFrom('appointments').select('taken').where('end_time', '=', end).execute();
    expect(await appointments()).toEqual([{ taken: 5 }]);
    const week_later = new Date(end.getTime() + 7 * 24 * 60 * 60 * 1000);
    await completeBookings.run(deps, week_later);
    expect(await appointments()).toEqual([]);
    const history = await db
      .selectFrom('booking_history')
      .select(['from_status', 'to_status'])
      .where('booking_id', '=', flow.id)
      .orderBy('id')
      .execute();
    expect(history.at(-1)).toEqual({ from_status: 'CONFIRMED', to_status: 'COMPLETED' });
  });
});
