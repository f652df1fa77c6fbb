import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { staffAuditLog, staffBooking, staffMessageClass } from '#contract/staff.calls.ts';
import type { BodyOf } from '#contract/call.ts';
import type { TestStaff } from '#tests/support/app.ts';
import { emptyBooks, openShop, sessionOf, type Shop, waitForWaiters } from '#tests/support/shop.ts';
import { type Client, startOf, type Wish } from '#tests/support/stock.ts';
import { without } from '#tests/support/without.ts';

const shop = await openShop({ max: 16 });
/** Counts the mails of a client without locking the record. */
const control = await openShop({ max: 16, change: (db) => without(db, ' order by id for update') });
const circle: Wish = { service: 'circle', days: 3, start: '6:00 AM' };
const classIn = (of: Shop, wish = circle) => ({
  service_id: of.stock.circle.id,
  start: `${startOf(wish, of.clock.now()).slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
});
type Message = BodyOf<typeof staffMessageClass>;
const send = (by: TestStaff, params: ReturnType<typeof classIn>, changes: Partial<Message> = {}) =>
  by.call(staffMessageClass, {
    params,
    body: {
      action_id: randomUUID(),
      subject: 'About our circle',
      text: 'Please bring a blanket.\n<b>Nalini</b>',
      ...changes,
    },
  });
async function book(of: Shop, client: Client): Promise<string> {
  await of.pay(sessionOf((await of.checkout(client, [circle])).body.url));
  await of.settled();
  const bookings = of.db.selectFrom('bookings').select('id').where('user_id', '=', client.id);
  return (await bookings.executeTakeFirstOrThrow()).id;
}
const messagesOf = async (of: Shop) =>
  await of.db
    .selectFrom('outbox')
    .select(['user_id', 'to_address', 'subject', 'text'])
    .where('kind', '=', 'staff-message')
    .execute();
/** As if the client had got so many payment links today. */
const mailed = async (of: Shop, { email }: Client, count: number) =>
  await sql`insert into outbox (id, dedupe_key, kind, to_address, subject, text, html, message_id, next_attempt_at, sent_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'payment-link', ${email}, '', '', '', gen_random_uuid(), 'infinity',
      ${of.clock.now()}, ${of.clock.now()} from generate_series(1, ${count})`.execute(of.db);

let staff: TestStaff;
beforeEach(async () => {
  await emptyBooks(shop);
  staff = await shop.signInStaff();
});

describe('a message to a class', () => {
  it('goes to everybody in a mail of their own, once, and names whom it does not reach', async () => {
    const [maren, ivo, ana, theo] = (await shop.clients(4)) as [Client, Client, Client, Client];
    const seats = [];
    for (const client of [maren, ivo, ana, theo]) seats.push(await book(shop, client));
    // A record that the practice keeps.
    await shop.db
      .updateTable('users')
      .set({ email: '', cognito_sub: null })
      .where('id', '=', ana.id)
      .execute();
    await mailed(shop, theo, 20);
    const action_id = randomUUID();
    const answer = await send(staff, classIn(shop), { action_id });
    expect(answer.status, answer.text).toBe(200);
    const ways = new Map(answer.json.reached.map(({ booking, way }) => [booking, way]));
    expect(seats.map((id) => ways.get(id))).toEqual(['MAIL', 'MAIL', 'NO_ADDRESS', 'MAIL_LIMIT']);
    // The answer was lost, and the same request comes again.
    expect((await send(staff, classIn(shop), { action_id })).json).toEqual(answer.json);
    expect((await send(staff, classIn(shop), { action_id, text: 'Other' })).json.code).toBe('ACTION_REUSED');
    const mails = await messagesOf(shop);
    expect(new Set(mails.map(({ to_address }) => to_address))).toEqual(new Set([maren.email, ivo.email]));
    expect(mails).toHaveLength(2);
    for (const { subject, text } of mails) {
      expect(subject).toBe('About our circle');
      expect(text).toContain('Please bring a blanket.\n<b>Nalini</b>');
      for (const { email } of [maren, ivo]) expect(text).not.toContain(email);
    }
    const { json: panel } = await staff.call(staffBooking, { params: { id: seats[0]! } });
    expect(panel.mails).toContainEqual(expect.objectContaining({ kind: 'staff-message' }));
    const log = await staff.call(staffAuditLog);
    expect(log.text).toContain('sent a message to 2 people in Circle, ');
    expect(log.text).not.toContain('blanket');
  });

  it.each<[string, Partial<Message>, number, RegExp]>([
    ['no text', { text: ' ' }, 422, /Please write a message/],
    ['no subject', { subject: '' }, 422, /Please enter a subject/],
    ['nobody in the class', {}, 409, /Nobody has booked this class/],
  ])('is refused: %s', async (_, changes, status, words) => {
    const answer = await send(staff, classIn(shop), changes);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(words);
  });

  it('is refused for what is no class', async () => {
    const none = classIn(shop, { ...circle, start: '7:10 AM' });
    expect((await send(staff, none)).json.code).toBe('CLASS_NOT_FOUND');
  });
});

describe('two messages at once to a client who may get one more today', () => {
  async function twoAtOnce(of: Shop): Promise<number> {
    const client = await of.client();
    await book(of, client);
    await mailed(of, client, 19);
    const by = await of.signInStaff();
    await of.settled();
    const holder = await of.db.startTransaction().execute();
    await sql`lock table outbox in share mode`.execute(holder);
    const asked = [send(by, classIn(of)), send(by, classIn(of), { subject: 'Another one' })];
    await waitForWaiters(of, 2);
    await holder.commit().execute();
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    return (await messagesOf(of)).length;
  }

  it('send one', async () => expect(await twoAtOnce(shop)).toBe(1));

  it('control: without the lock on the record, both are sent', async () =>
    expect(await twoAtOnce(control)).toBe(2));
});
