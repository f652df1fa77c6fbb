import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Cancellation } from '#contract/agenda.schemas.ts';
import { ask } from '../support/ask.ts';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf } from '../support/shop.ts';
import { massageAt } from '../support/stock.ts';
import { startVictim } from './support/processes.ts';

const BOOKINGS = 6;
/** In real time, as its processes are. */
const shop = await openShop({ start: new Date() });
const { db } = shop.database;
const staff = await shop.signInStaff();
const random = randomFrom(seed);

/** Confirmed bookings of new clients. */
async function buy(): Promise<{ id: string; updated_at: Date }[]> {
  await emptyBooks(shop);
  await db.deleteFrom('closures').execute();
  const people = await shop.clients(BOOKINGS);
  const pages = await Promise.all(people.map((client, n) => shop.checkout(client, [massageAt(n)])));
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  for (const { body } of pages) await shop.pay(sessionOf(body.url));
  return await db.selectFrom('bookings').select(['id', 'updated_at']).execute();
}

/** How often each part of a cancellation is there: once or never, and all of them the same. */
async function partsOf(id: string): Promise<number[]> {
  const { rows } = await sql<{ parts: number[] }>`select array[
    (select count(*) from bookings where id = ${id}::uuid and status = 'CANCELLED' and appointment_id is null),
    (select count(*) from booking_history where booking_id = ${id}::uuid and to_status = 'CANCELLED'),
    (select count(*) from refunds where booking_id = ${id}::uuid),
    (select count(*) from closures c join bookings b on b.start_time = c.starts_at where b.id = ${id}::uuid),
    (select count(*) from outbox where dedupe_key = ${`booking-cancelled:${id}`}),
    (select count(*) from staff_actions where object_id = ${id})]::int[] as parts`.execute(db);
  return rows[0]!.parts;
}

const NOTHING = [0, 0, 0, 0, 0, 0];
const WHOLE = [1, 1, 1, 1, 1, 1];

it(
  'R15: a process is killed while it cancels, and the request is repeated',
  { timeout: 3_000_000 },
  async () => {
    const kills = size(3, 100);
    const findings: string[] = [];
    const count = { answered: 0, whole: 0, nothing: 0 };
    /** Milliseconds that answers take, as far as is known. */
    let span = 60;
    for (let kill = 0; kill < kills; kill++) {
      const bookings = await buy();
      const victim = await startVictim(shop);
      const { token: staff_token } = staff;
      const requests = await Promise.all(
        bookings.map(async ({ id, updated_at }) => {
          const url = `/api/staff/bookings/${id}`;
          const { body } = await ask<Cancellation>(victim.origin, `${url}/cancellation`, { staff_token });
          const request = {
            action_id: randomUUID(),
            base_updated_at: updated_at.toISOString(),
            by: 'PRACTICE',
            refund: 'POLICY',
            quote: body.quote,
            time: 'CLOSE',
            notify: true,
          };
          return { id, url: `${url}/cancel`, request };
        }),
      );
      const asked = requests.map(({ url, request }) =>
        ask(victim.origin, url, { method: 'POST', body: request, staff_token }),
      );
      await (kill % 2 === 0 ? Promise.race(asked) : wait(random() * 2 * span));
      await victim.kill();
      const answers = await Promise.all(asked);
      const answered = answers.filter(({ status }) => status === 200).length;
      // The next moment adapts to the pace of the machine, so that kills hit before and after the answers.
      span *= answered * 2 < BOOKINGS ? 1.3 : 0.8;
      count.answered += answered;
      for (const [n, { id, url, request }] of requests.entries()) {
        const { status } = answers[n]!;
        if (status !== 200 && status !== 0) findings.push(`answer ${status}`);
        const parts = await partsOf(id);
        const isWhole = parts.join() === WHOLE.join();
        if (!isWhole && parts.join() !== NOTHING.join()) findings.push(`parts ${parts.join()}`);
        if (status === 200 && !isWhole) findings.push('told that it is done, and it is not');
        count[isWhole ? 'whole' : 'nothing'] += 1;
        const again = await staff.send('POST', url, request);
        if (again.status !== 200) findings.push(`the repeat: ${again.status} ${again.json.code}`);
        const after = await partsOf(id);
        if (after.join() !== WHOLE.join()) findings.push(`parts after the repeat ${after.join()}`);
      }
      findings.push(...(await faultsOf(shop)));
    }
    const deadlocks = await deadlocksIn(shop);
    report(
      'R15',
      'kill -9 while staff cancel: whole or not at all, and a repeat of the action id completes it',
      `${kills} kills during ${kills * BOOKINGS} cancellations: ${count.answered} answered, ${count.whole} whole, ` +
        `${count.nothing} not begun, ${findings.length} findings, ${deadlocks} deadlocks; seed ${seed}`,
      findings.length === 0 && deadlocks === 0,
    );
    expect({ findings, deadlocks }).toEqual({ findings: [], deadlocks: 0 });
  },
);
