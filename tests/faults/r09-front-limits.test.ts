import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { ask, type Heard } from '../support/ask.ts';
import { hasNginx, openFront } from './support/front.ts';
import { inParallel, report } from '../support/profile.ts';
import { openSite } from './support/site.ts';
import { dateIn, massageAt } from '../support/stock.ts';

const HALF_SENT = 600;
const BROWSERS = 20;
/** What a browser opens to one host. */
const CONNECTIONS = 6;

if (!hasNginx())
  report('R9', 'half-sent requests do not close the front', 'nginx is not installed', 'SKIPPED');

const database = hasNginx() ? await testDatabase() : undefined;
const front = database && (await openFront());
const site = database && front && (await openSite({ url: database.url, origin: front.origin }));
if (site) await front.use(site.ports);

/**
 * Requests whose body does not come, from loopback addresses of other people (127.0.0.2 and so on). Returns those for
 * which nginx waits.
 */
async function sendHalves(origin: string, count: number, addresses: number): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const head =
    'POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 60000\r\n\r\n{';
  const sockets: Socket[] = [];
  const held: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const localAddress = `127.0.0.${2 + (sockets.length % addresses)}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => undefined);
    socket.write(head);
    sockets.push(socket);
    // One after the other, each until nginx says that it waits for the body: when it runs short of connections it
    // closes those of which it has read nothing yet.
    const text = await new Promise<unknown>((resolve) => socket.once('data', resolve).once('close', resolve));
    if (String(text).startsWith('HTTP/1.1 100')) held.push(socket);
  }
  return held;
}

describe.runIf(site !== undefined)('R9: deliberately slow requests', () => {
  it('leave room for other visitors', async () => {
    const halves = await sendHalves(front!.origin, HALF_SENT, 8);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(front!.origin, '/healthz', { patience_ms: 10_000 })),
    );
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const open = halves.filter(({ destroyed }) => !destroyed).length;
    report(
      'R9',
      `${HALF_SENT} half-sent bodies behind nginx: a new request is answered within 1 s`,
      `${open} half-sent bodies kept waiting, new requests: ${answers.filter(({ status }) => status === 200).length} of ${answers.length} answered, slowest ${slowest.toFixed(0)} ms`,
      answers.every(({ status }) => status === 200) && slowest <= 1000,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(slowest).toBeLessThanOrEqual(1000);
  });

  it('are refused above 100 at a time from one address', async () => {
    expect((await sendHalves(front!.origin, 300, 1)).length).toBeLessThanOrEqual(100);
  });

  it("control: with nginx's default of 512 connections, other visitors are refused", async () => {
    const weak = await openFront({ fewConnections: true });
    await weak.use(site!.ports);
    await sendHalves(weak.origin, HALF_SENT, 8);
    const { status } = await ask(weak.origin, '/healthz', { patience_ms: 5000 });
    expect(status).toBe(0);
  });
});

describe.runIf(site !== undefined)('R9: a class on one Wi-Fi', () => {
  it(`${BROWSERS} browsers at one address load the site and book`, async () => {
    const clients = await site!.clients(BROWSERS);
    const began = performance.now();
    const heard = await inParallel(
      clients.map((client, n) => () => visit(client, n)),
      BROWSERS,
    );
    const answers = heard.flat();
    const limited = answers.filter(({ status }) => status === 429);
    const busy = answers.filter(({ status }) => status === 503);
    report(
      'R9',
      `${BROWSERS} browsers at one address load the site and book: 0 × 429 or 503`,
      `${BROWSERS} browsers at one address: ${answers.length} requests in ${((performance.now() - began) / 1000).toFixed(1)} s, ${limited.length} × 429, ${busy.length} × 503`,
      limited.length + busy.length === 0,
    );
    expect([limited.length, busy.length]).toEqual([0, 0]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  /** Two pages with everything that they ask for, the times of a day, and a payment page. */
  async function visit(client: Parameters<NonNullable<typeof site>['checkout']>[0], n: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const { origin } = front!;
    const answers: Heard[] = [];
    for (const page of ['/', '/wellness-services']) {
      const html = await (await fetch(origin + page)).text();
      const files = new Set(html.match(/(?<=["'(])\/(?:assets|art|fonts|icons)\/[\w./-]+/g));
      expect(files.size).toBeGreaterThan(3);
      answers.push(...(await Promise.all([page, ...files].map((path) => ask(origin, path, { agent })))));
    }
    const { token } = client;
    const slots = {
      service: site!.stock.massage.id,
      date: dateIn(3, new Date()),
      availabilities: [],
      cart_items: [],
    };
    answers.push(
      ...(await Promise.all([
        ask(origin, '/get-all-wellness-services', { agent, token }),
        ask(origin, '/auth/get-user', { agent, token }),
        ask(origin, '/auth/get-slots', { method: 'POST', agent, token, body: slots }),
      ])),
    );
    answers.push(await site!.checkout(client, [massageAt(n)]));
    agent.destroy();
    return answers;
  }
});
