import { expect, it } from 'vitest';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import { randomFrom, seed } from '#tests/support/profile.ts';
import { openShop } from '#tests/support/shop.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { moveBooking } from './move-booking.ts';
import { selectBookingToMove } from './store.ts';
import { inTransaction } from '../db/transactions.ts';
import { remindClients } from '../jobs/remind-clients.ts';
import type { OutgoingMail } from '../ports/mailer.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { whenOf } from '../mail/mailed-booking.ts';
import { sendMail } from '../mail/send-mail.ts';

const shop = await openShop();
const { clock, database, deps, stock } = shop;
const { db } = database;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const random = randomFrom(seed);
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const after = (ms: number) => new Date(clock.now().getTime() + ms);

/** A confirmed massage with its appointment. */
async function booked(start_time: Date): Promise<{ id: string; email: string }> {
  const client = await shop.client();
  const service_id = stock.massage.id;
  const end_time = new Date(start_time.getTime() + 45 * MINUTE);
  const time = {
    service_id,
    start_time,
    end_time,
    blocked_until: end_time,
    location_type: 'FIXED_LOCATION',
  } as const;
  const appointment = { ...time, rule_id: stock.massage.rules[0]!, capacity: 1, taken: 1 };
  const { id: appointment_id } = await db
    .insertInto('appointments')
    .values(appointment)
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await addBooking(db, { ...time, appointment_id, user_id: client.id, created_at: clock.now() });
  return { id, email: client.email };
}

/** Staff or the client move a booking. */
async function move(id: string, start: Date, by: 'STAFF' | 'CLIENT'): Promise<void> {
  const end = new Date(start.getTime() + 45 * MINUTE);
  await inTransaction(db, async (trx) => {
    const found = (await selectBookingToMove(trx, id))!;
    await lockTime(trx, [found, { start_time: start, blocked_until: end }]);
    const line = {
      booking_id: id,
      service_id: stock.massage.id,
      rule_id: null,
      by_staff: true,
      service_name: found.service_name,
      service_type: found.service_type,
      format: 'ONE_ON_ONE',
      start_time: start.toISOString(),
      end_time: end.toISOString(),
      blocked_until: end.toISOString(),
      capacity: 1,
      location_type: 'FIXED_LOCATION',
      location_name: found.location_name,
      price_cents: 2000,
      price_chosen_by_client: false,
      visit_address: null,
    } satisfies SeatLine;
    const about = {
      by,
      actor: null,
      message: null,
      notify: random() < 0.8,
      site: { site_url: 'https://a.example', app_secret: 'secret' },
    };
    const refusal = await moveBooking(trx, (await selectBookingToMove(trx, id))!, line, about, clock.now());
    if (refusal) throw new Error(refusal.code);
  });
}

/** Moves a booking around until its last time has passed. Returns what is wrong with the mails, and how many were sent. */
async function series({ isNumbered = true } = {}): Promise<{ findings: string[]; sent: number }> {
  const sent: OutgoingMail[] = [];
  const mailer = {
    delivers: true,
    send: async (mail: OutgoingMail) => void sent.push(mail),
    close: async () => {},
  };
  const run = async () => {
    await remindClients.run(deps, clock.now());
    while ((await sendMail.run({ ...deps, mailer }, clock.now())) > 0);
  };
  const wait = async (ms: number) => {
    for (let left = ms; left > 0; left -= 3 * HOUR) {
      clock.advance(Math.min(left, 3 * HOUR));
      await run();
    }
  };
  const moveTo = async (next: Date, by: 'STAFF' | 'CLIENT') => {
    await move(id, next, by);
    if (!isNumbered)
      await db.updateTable('bookings').set({ told_sequence: 0 }).where('id', '=', id).execute();
  };
  let start = after(between(4, 160) * HOUR);
  let told_at = clock.now();
  const { id, email } = await booked(start);
  for (let moves = between(0, 4); moves > 0; moves--) {
    await wait(
      between(0, Math.max(0, Math.floor((start.getTime() - clock.now().getTime()) / HOUR) - 2)) * HOUR,
    );
    const next = after(between(4, 120) * HOUR + between(0, 3) * 15 * MINUTE);
    const [told_before, before, mails] = [told_at, start, sent.length];
    const by = random() < 0.5 ? 'STAFF' : 'CLIENT';
    await moveTo(next, by);
    [start, told_at] = [next, clock.now()];
    if (random() < 0.4) {
      clock.advance(between(0, 2) * MINUTE);
      await run();
      await moveTo(before, by);
      start = before;
      const row = (await selectBookingToMove(db, id))!;
      // Without a mail to withdraw, moving back is a move.
      told_at = row.told_at?.getTime() === clock.now().getTime() ? clock.now() : told_before;
    }
    clock.advance(3 * MINUTE);
    if (start === before && told_at === told_before) {
      await run();
      if (sent.slice(mails).some(({ subject }) => subject.startsWith('New time')))
        return { findings: ['moved back, and a mail was sent'], sent: sent.length };
    }
  }
  await wait(start.getTime() - clock.now().getTime());
  await db.updateTable('bookings').set({ status: 'COMPLETED' }).where('id', '=', id).execute();

  const reminders = sent.filter(({ to, subject }) => to === email && subject.startsWith('Reminder'));
  const ofKind = (kind: string) => reminders.filter(({ subject }) => subject.endsWith(kind));
  const when = whenOf({ start_time: start, end_time: new Date(start.getTime() + 45 * MINUTE) });
  const findings: string[] = [];
  for (const [kind, hours] of [
    ['in two days', 48],
    ['within a day', 24],
  ] as const) {
    const times = ofKind(kind).map(({ text }) => /When: (.*)/.exec(text)![1]!);
    if (new Set(times).size < times.length)
      findings.push(`a time was told twice ${kind}: ${times.join(' | ')}`);
    const isDue = start.getTime() - told_at.getTime() >= hours * HOUR;
    const count = times.filter((time) => time === when).length;
    // A time that the client knew before may have been reminded of already.
    if (isDue ? count !== 1 : count > 1)
      findings.push(`${count} reminders ${kind}, told ${told_at.toISOString()} for ${when}`);
  }
  return { findings, sent: sent.length };
}

/** What is wrong after `times` series, and how many mails were sent. */
async function check(times: number) {
  const findings: string[] = [];
  let sent = 0;
  for (let n = 0; n < times; n++) {
    const one = await series();
    findings.push(...one.findings);
    sent += one.sent;
  }
  return { findings, sent };
}

it('after any series of moves there is exactly one reminder of each kind for the last time', async () => {
  const { findings, sent } = await check(12);
  expect({ findings, seed }).toEqual({ findings: [], seed });
  expect(sent).toBeGreaterThan(12);
});

it('control: without the number of the time that was told, reminders go missing', async () => {
  const isMissing = (finding: string) => finding.startsWith('0 reminders ');
  let findings: string[] = [];
  for (let tries = 0; tries < 30 && !findings.some(isMissing); tries++)
    ({ findings } = await series({ isNumbered: false }));
  expect(findings.filter(isMissing)).not.toEqual([]);
});
