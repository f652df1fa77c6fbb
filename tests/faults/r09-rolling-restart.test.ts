import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, it } from 'vitest';
import { queueMail } from '#server/mail/outbox.ts';
import { testDatabase } from '../support/database.ts';
import { ask, type Heard, until } from '../support/ask.ts';
import { openFront } from './support/front.ts';
import { inParallel, isFull, p99, report, size } from '../support/profile.ts';
import { areConfirmed, isHeld, openSite } from './support/site.ts';
import { faultsOf, sessionOf } from '../support/shop.ts';
import { dateIn, massageAt } from '../support/stock.ts';

const REQUESTS_PER_SECOND = size(20, 50);
/** A database that answers so late is a loaded machine, not a restart: one of those refuses at once. */
const OVERLOAD_MS = 1900;

/** The smoke size leaves a machine with two cores something to answer with. */
const PROCESSES = size(2, 4);
const ALL = Array.from({ length: PROCESSES }, (_, n) => n);

const database = await testDatabase();
const front = await openFront();
const site = await openSite({ url: database.url, processes: PROCESSES, origin: front.origin });
for (const n of ALL.slice(1)) await site.start(n);
await front.use(site.ports);
const clients = await site.clients(4);

it('R9: a rolling restart of all processes behind a proxy', { timeout: 1_800_000 }, async () => {
  const pages = await Promise.all(clients.map((client, n) => site.patientCheckout(client, [massageAt(n)])));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  const agent = new Agent({ keepAlive: true });
  const slots = {
    service: site.stock.massage.id,
    date: dateIn(3, new Date()),
    availabilities: [],
    cart_items: [],
  };
  const questions: ((n: number) => Promise<Heard>)[] = [
    () => ask(front.origin, '/', { agent }),
    (n) =>
      ask(front.origin, '/auth/get-slots', {
        method: 'POST',
        token: clients[n % 4]!.token,
        body: slots,
        agent,
      }),
    () => ask(front.origin, '/get-all-wellness-services', { agent }),
    (n) => site.checkout(clients[n % 4]!, [massageAt(n % 4)]),
    () => ask(front.origin, '/wellness-services', { agent }),
  ];

  // An open loop: people do not wait for each other. In the smoke size they do once two seconds' worth of them wait:
  // a loaded machine would otherwise be buried, and show nothing about restarts.
  const asked: Promise<Heard & { turn: number }>[] = [];
  let stopped = false;
  let waiting = 0;
  const load = (async () => {
    let next = performance.now();
    for (let turn = 0; !stopped; turn++) {
      waiting += 1;
      asked.push(
        questions[turn % questions.length]!(Math.floor(turn / 5)).then((heard) => {
          waiting -= 1;
          return { ...heard, turn };
        }),
      );
      next += 1000 / REQUESTS_PER_SECOND;
      await wait(Math.max(0, next - performance.now()));
      if (!isFull) await until(() => stopped || waiting < 2 * REQUESTS_PER_SECOND, 60_000);
    }
  })();

  const cycles = size(1, 20);
  const exits: (number | null)[] = [];
  const goesOn = async () => {
    const before = asked.length;
    expect(await until(() => asked.length >= before + REQUESTS_PER_SECOND / 2, 60_000)).toBe(true);
  };
  try {
    await goesOn();
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (const n of ALL) {
        await site.apps[n]!.stop();
        exits.push(site.apps[n]!.child.exitCode);
        await site.start(n);
        await goesOn();
      }
    }
  } finally {
    stopped = true;
    await load;
  }
  const heard = await Promise.all(asked);
  agent.destroy();

  const failed = heard.filter(({ status, ms }) => {
    if (status === 503 && !isFull && ms > OVERLOAD_MS) return false;
    return status !== 200;
  });
  const reasons = failed.map(
    ({ status, ms, turn, body }) => `${turn % 5}: ${status} after ${ms} ms ${JSON.stringify(body)}`,
  );
  const kept = await Promise.all(clients.map((client, n) => isHeld(site, client, pages[n]!.body.url!)));
  const faults = await faultsOf(site);
  report(
    'R9',
    `rolling restart of ${PROCESSES} processes behind nginx, ${cycles} × at ${REQUESTS_PER_SECOND} requests/s: 0 failed requests`,
    `${cycles} rolling restarts behind ${front.kind}: ${heard.length} requests, ${failed.length} failed${reasons[0] ? ` (${reasons[0]})` : ''}, p99 ${p99(heard.map(({ ms }) => ms)).toFixed(0)} ms, ` +
      `${exits.filter((code) => code !== 0).length} of ${exits.length} stops not in order, ${faults.length} faults`,
    failed.length + faults.length === 0 && kept.every(Boolean) && exits.every((code) => code === 0),
  );
  expect(reasons).toEqual([]);
  expect({ kept, faults }).toEqual({ kept: [true, true, true, true], faults: [] });
  // A loaded machine may need longer than a stop is given.
  if (isFull) expect(exits.every((code) => code === 0)).toBe(true);
});

/** validate-address, per account and hour (src/server/http/limits.ts). */
const ALLOWED = 60;

it('R9: the processes act as one site: exact limits, shared sessions, each job once', async () => {
  const heads: string[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let raw = '';
      stream.on('data', (part: Buffer) => (raw += part.toString()));
      stream.on('end', () => {
        heads.push(/^message-id: (.*)$/im.exec(raw)?.[1] ?? 'none');
        done();
      });
    },
  });
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening));
  afterAll(async () => await new Promise<void>((closed) => mailServer.close(closed)));
  const { port } = mailServer.server.address() as AddressInfo;
  await Promise.all(ALL.map((n) => site.apps[n]!.stop()));
  // What was counted of this one address while limits were scaled up.
  await site.database.db.deleteFrom('rate_limits').execute();
  const settings = { RATE_LIMIT_SCALE: '1', SMTP_URL: `smtp://127.0.0.1:${port}` };
  await Promise.all(ALL.map((n) => site.start(n, settings)));

  // Each process is asked directly: a proxy might send them all to one.
  const [asker, leaver, ...payers] = await site.clients(6);
  const address = {
    street: '1420 SE Taylor Street',
    unit: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  };
  const at = (n: number) => `http://127.0.0.1:${site.ports[n % PROCESSES]}`;
  const answers = await inParallel(
    Array.from(
      { length: ALLOWED * 2 },
      (_, n) => () =>
        ask(at(n), '/auth/validate-address', { method: 'POST', token: asker!.token, body: address }),
    ),
    4 * PROCESSES,
  );
  const allowed = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  // Of a loaded machine: counted perhaps, and perhaps not.
  const unsure = answers.length - allowed - refused;

  const known = () => Promise.all(ALL.map((n) => ask(at(n), '/auth/get-user', { token: leaver!.token })));
  const before = (await known()).map(({ status }) => status);
  await ask(at(0), '/sign-out', { token: leaver!.token });
  const after = (await known()).map(({ status }) => status);

  // Four paid carts and sixty mails wait; every process works at them.
  const pages = await Promise.all(
    payers.map((client, n) => site.patientCheckout(client, [massageAt(20 + n)])),
  );
  site.sandbox.control.set({ webhook_copies: 2, webhook_second_id: true });
  for (const { body } of pages) site.sandbox.control.pay(sessionOf(body.url));
  const mails = 60;
  for (let n = 0; n < mails; n++) {
    const mail = { dedupe_key: randomUUID(), kind: 'reminder', user_id: null, to: 'maren@example.com' };
    await queueMail(
      site.database.db,
      { ...mail, subject: 'Soon', text: 'Soon', html: '<p>Soon</p>' },
      new Date(),
    );
  }
  await site.sandbox.control.flush();
  const booked = await areConfirmed(site, payers, 60_000);
  const expected = mails + payers.length;
  await until(() => heads.length >= expected, 60_000);
  // In order, so that what they had begun is done: a mail that goes out twice has gone by now.
  await Promise.all(ALL.map((n) => site.apps[n]!.stop()));
  const twice = heads.length - new Set(heads).size;
  const faults = await faultsOf(site);
  report(
    'R9',
    `${PROCESSES} processes are one site: limits exact, logins shared, jobs once`,
    `${PROCESSES} processes: ${allowed} of ${answers.length} allowed (limit ${ALLOWED}), ${after.filter((status) => status === 401).length} ` +
      `know at once of a sign-out, ${heads.length} of ${expected} mails sent, ${twice} twice, ${faults.length} faults`,
    allowed <= ALLOWED &&
      allowed + unsure >= ALLOWED &&
      after.every((status) => status === 401) &&
      booked &&
      heads.length === expected &&
      twice + faults.length === 0,
  );
  expect(allowed).toBeLessThanOrEqual(ALLOWED);
  expect(allowed + unsure).toBeGreaterThanOrEqual(ALLOWED);
  if (isFull) expect(unsure).toBe(0);
  expect({ before, after }).toEqual({ before: ALL.map(() => 200), after: ALL.map(() => 401) });
  expect({ booked, mails: heads.length, twice, faults }).toEqual({
    booked: true,
    mails: expected,
    twice: 0,
    faults: [],
  });
});
