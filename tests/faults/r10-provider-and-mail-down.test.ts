import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sendMail } from '#server/mail/send-mail.ts';
import type { Switches } from '#sandbox/switches.ts';
import { inParallel, report, seed, size } from '../support/profile.ts';
import { faultsOf, openShop, sessionOf } from '../support/shop.ts';
import { type Client, massageAt } from '../support/stock.ts';

// Times are scaled down: the site waits for half a second, the provider takes one and a half.
const shop = await openShop({ max: 16, timeout_ms: 500 });
const { clock, sandbox, database } = shop;

const FAULTS: readonly Partial<Switches>[] = [
  { api_fault: 'reset_before' },
  { api_fault: 'reset_after' },
  { api_fault: 'error_before' },
  { api_fault: 'error_after' },
  { api_delay_ms: 1500 },
];

it(
  'R10: nothing is created twice while the provider fails, and no mail is lost',
  { timeout: 900_000 },
  async () => {
    const count = size(40, 320);
    const clients: Client[] = await shop.clients(count);
    const findings: string[] = [];

    // Every client tries during a fault, and again after it: the same cart.
    for (let from = 0; from < count; from += 8) {
      const some = clients.slice(from, from + 8);
      const buy = () =>
        inParallel(
          some.map((client, n) => () => shop.checkout(client, [massageAt(from + n)])),
          8,
        );
      sandbox.control.set(FAULTS[(from / 8) % FAULTS.length]!);
      await buy();
      sandbox.control.set({});
      const again = await buy();
      for (const [n, answer] of again.entries()) {
        // A key that the provider answers with an error for good is given up by the sweeper, not by the client.
        if (answer.status !== 200 && answer.status !== 502)
          findings.push(`client ${from + n}: ${answer.status} ${answer.body.code}`);
        if (answer.status === 200) sandbox.control.pay(sessionOf(answer.body.url));
      }
    }
    // Money that came while the provider could not be asked, and refunds that it did without saying so.
    sandbox.control.set({ api_fault: 'error_after', api_fault_on: '/v1/refunds' });
    await shop.deliver();
    for (let minutes = 0; minutes < 45; minutes++) {
      if (minutes === 5) sandbox.control.set({});
      clock.advance(60_000);
      await shop.deliver();
      await shop.sweep();
    }

    const { sessions, payments, refunds } = sandbox.control.books();
    const perCheckout = new Map<string, number>();
    for (const { session } of sessions) {
      const id = session.client_reference_id ?? '';
      perCheckout.set(id, (perCheckout.get(id) ?? 0) + 1);
    }
    const duplicates = [...perCheckout.values()].filter((made) => made > 1).length;
    const open = sessions.filter(({ session }) => session.status === 'open').length;
    const twice = payments.filter(
      ({ id }) => refunds.filter(({ payment_intent }) => payment_intent === id).length > 1,
    ).length;
    findings.push(...(await faultsOf(shop)));

    // The mail server is away for an hour; then each mail goes out once.
    const sent: string[] = [];
    let isAway = true;
    const mailer = {
      delivers: true,
      send: async ({ message_id }: { message_id: string }) => {
        if (isAway) throw new Error('connect ECONNREFUSED');
        sent.push(message_id);
      },
    };
    const mailJob = () => sendMail.run({ ...shop.deps, mailer } as unknown as typeof shop.deps, clock.now());
    for (let minutes = 0; minutes < 80; minutes++) {
      if (minutes === 60) isAway = false;
      for (let batch = 0; batch < 1 + count / 20; batch++) await mailJob();
      clock.advance(60_000);
    }
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox`.execute(
      database.db,
    );
    const lost = rows[0]!.count - new Set(sent).size;
    const doubled = sent.length - new Set(sent).size;

    const passed = duplicates + open + twice + lost + doubled + findings.length === 0;
    report(
      'R10',
      '0 duplicate sessions or refunds; 0 mails lost',
      `${count} clients, ${sessions.length} sessions, ${payments.length} payments: ${duplicates} duplicate sessions, ${open} left open, ` +
        `${twice} double refunds, ${lost} of ${rows[0]!.count} mails lost, ${doubled} sent twice, ${findings.length} findings; seed ${seed}`,
      passed,
    );
    expect({ duplicates, open, twice, lost, doubled, findings }).toEqual({
      duplicates: 0,
      open: 0,
      twice: 0,
      lost: 0,
      doubled: 0,
      findings: [],
    });
    expect(payments.length).toBeGreaterThan(0);
  },
);
