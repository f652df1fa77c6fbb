import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { staffClient } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addCheckout, addService } from '#tests/support/sample-booking.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock } = site;
const staff = await site.signInStaff();
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });
const scale_id = await addService(db, {
  key: 'scale',
  name: 'Herbal Consultation',
  min_price_cents: 4000,
  max_price_cents: 9000,
});
let id = '';

beforeEach(async () => {
  const user = {
    email: 'petra@example.com',
    first_name: 'Petra',
    last_name: 'Lind',
    birthdate: '1988-05-14',
  };
  const times = { created_at: clock.now(), updated_at: clock.now() };
  await db.deleteFrom('users').where('email', '=', user.email).execute();
  const row = { ...user, ...times, cognito_sub: randomUUID() };
  id = (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
});

const page = async () => (await staff.call(staffClient, { params: { id } })).json;
const book = (days: number, changes: object = {}) =>
  addBooking(db, {
    user_id: id,
    service_id,
    start_time: new Date(clock.now().getTime() + days * 24 * HOUR),
    created_at: clock.now(),
    ...changes,
  });
const paid = (cents: number) =>
  addCheckout(db, { user_id: id, created_at: clock.now(), subtotal_cents: cents, total_cents: cents });

describe('the page of a client', () => {
  it('has contact, age and when the record began', async () => {
    const { client, age, member_since, photo } = await page();
    expect(client).toMatchObject({ id, name: 'Petra Lind', email: 'petra@example.com', has_login: true });
    expect(member_since).toBe(clock.now().toISOString());
    expect(photo).toBeNull();
    const years = clock.now().getUTCFullYear() - 1988;
    expect([years, years - 1]).toContain(age);
  });

  it.each([randomUUID(), 'nobody'])('is not there for %s', async (other) => {
    const { status, json } = await staff.call(staffClient, { params: { id: other } });
    expect([status, json.code]).toEqual([404, 'CLIENT_NOT_FOUND']);
  });

  it('lists visits, the latest start first', async () => {
    const past = await book(-30, { status: 'COMPLETED' });
    const missed = await book(-5, { status: 'NO_SHOW' });
    const cancelled = await book(4, { status: 'CANCELLED' });
    const coming = await book(9);
    const { visits, has_more } = await page();
    expect(visits.map(({ booking }) => booking.id)).toEqual([coming, cancelled, missed, past]);
    expect(has_more).toBe(false);
  });

  it('lists 60 visits and says that there are more', async () => {
    for (let n = 1; n <= 61; n++) await book(-n, { status: 'COMPLETED' });
    const { visits, has_more, rhythm } = await page();
    expect([visits.length, has_more, rhythm.visits]).toEqual([60, true, 61]);
  });

  it('shows what was paid, but no amount that the client chose', async () => {
    await book(-3, { status: 'COMPLETED', checkout_id: await paid(2000) });
    const chosen = { service_id: scale_id, price_cents: 6543, price_chosen_by_client: true };
    await book(-2, { status: 'COMPLETED', ...chosen, checkout_id: await paid(6543) });
    const { text, json } = await staff.call(staffClient, { params: { id } });
    expect(json.visits.map(({ money }) => [money.is_hidden, money.paid_cents])).toEqual([
      [true, null],
      [false, 2000],
    ]);
    expect(text).not.toContain('6543');
    expect(json.balance).toEqual({ cents: 0, has_open_price: false });
  });

  it('adds up what is left to pay', async () => {
    await book(-3, { status: 'COMPLETED', payment: 'LATER' });
    await book(3, { payment: 'LATER', price_cents: 500 });
    await book(5, { service_id: scale_id, price_cents: 6543, payment: 'LATER' });
    const { text, json } = await staff.call(staffClient, { params: { id } });
    expect(json.balance).toEqual({ cents: 2500, has_open_price: true });
    expect(text).not.toContain('6543');
  });

  it('tells the rhythm of visits that took place', async () => {
    for (const days of [-84, -63, -35, -14, 7]) await book(days, days < 0 ? { status: 'COMPLETED' } : {});
    await book(-42, { status: 'NO_SHOW' });
    const { rhythm } = await page();
    expect(rhythm).toMatchObject({ every: { from: 3, to: 4, unit: 'WEEK' }, visits: 4, missed: 1 });
    expect(Date.parse(rhythm.since!)).toBeLessThan(clock.now().getTime() - 83 * 24 * HOUR);
  });

  it('says of each form whether it is filled in, without its answers', async () => {
    const before = (await page()).forms;
    expect(before.length).toBeGreaterThan(0);
    expect(before.every(({ submission, booking_id }) => submission === null && booking_id === null)).toBe(
      true,
    );
    const forms = db.selectFrom('form_versions').innerJoin('forms', 'forms.id', 'form_id');
    const form = await forms
      .select(['form_id', 'version as form_version', 'name'])
      .where('is_global', '=', true)
      .where('is_active', '=', true)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow();
    const { name, ...of } = form;
    const submission = { ...of, user_id: id, answers: Buffer.from('sealed'), submitted_at: clock.now() };
    await db.insertInto('submissions').values(submission).execute();
    const { json, text } = await staff.call(staffClient, { params: { id } });
    expect(json.forms.filter(({ submission: given }) => given !== null)).toEqual([
      expect.objectContaining({
        name,
        submission: expect.objectContaining({ submitted_at: clock.now().toISOString() }) as object,
      }),
    ]);
    expect(text).not.toContain('sealed');
  });
});
