import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startInFolder } from '#server/db/embedded/data-dir-claim.ts';
import { createApi } from './api.ts';
import { createDeliveries } from './deliveries.ts';
import { readForm } from './form-body.ts';
import { openJournal, peekJournal } from './journal.ts';
import type { Payment, Refund, StoredSession } from './objects.ts';
import type { PayAnswer } from './payments.ts';
import { createProvider } from './provider.ts';
import { createPages } from './serve-pages.ts';
import { ALL_OFF, type Switches } from './switches.ts';

type SandboxOptions = {
  port: number;
  /** Address to listen on; loopback by default. */
  host?: string;
  /** The provider's state is stored in a subfolder `sandbox-payments`. */
  dataDir: string;
  /** Origin of the site. Events go to its /webhooks/stripe. */
  appOrigin: string;
  /** Where the sandbox reaches the app, if not at appOrigin (behind a proxy). */
  webhookUrl?: string;
  /** Where browsers reach this server, if not at http://localhost:port. */
  publicUrl?: string | undefined;
  practice: { name: string };
  clock: () => Date;
  environment: { NODE_ENV: string; SANDBOX: boolean };
  /** Enables /_control, for tests that drive it from another process. */
  control?: boolean;
};

/** The provider's own records, as the oracle of fault tests. */
type SandboxBooks = { sessions: StoredSession[]; payments: Payment[]; refunds: Refund[] };
type SandboxControl = {
  /** Sets how it misbehaves from now on; switches that are not named are off. */
  set(switches: Partial<Switches>): void;
  /** Pays a session as its client would. `late` pays although it has expired. */
  pay(session_id: string, late?: boolean): PayAnswer;
  /** Refunds a payment in full, as by hand at the dashboard, and returns the refund's id. */
  refund(session_id: string): string;
  /** Lets the card's bank accept a pending refund (switch refund_pending). */
  complete_refund(refund_id: string): void;
  /** Lets the card's bank return a refund. */
  fail_refund(refund_id: string): void;
  /** Pays with a method that takes days; `end_slow_payment` decides whether the money arrives. */
  pay_slowly(session_id: string): void;
  end_slow_payment(session_id: string, arrives: boolean): void;
  /** Lets the client's bank dispute the payment of a session, and returns the dispute's id. */
  dispute(session_id: string): string;
  close_dispute(dispute_id: string, status: 'won' | 'lost'): void;
  /** Sends all pending events now. */
  flush(): Promise<void>;
  books(): SandboxBooks;
};
export type Sandbox = {
  /** Where browsers reach it. */
  url: string;
  /** Where the app reaches its API: on this machine, independent of the public name and TLS. */
  apiUrl: string;
  apiKey: string;
  webhookSecret: string;
  control: SandboxControl;
  close(): Promise<void>;
};

const FOLDER = 'sandbox-payments';
const BODY_LIMIT = 1024 * 1024;
const KEEP_ALIVE_MS = 65_000;
const TICK_MS = 5000;
const PRUNE_MS = 3_600_000;
const GOOD_CARD = { number: '4242424242424242', postal_code: '97214', declined: false };

/**
 * Starts the payment provider that replaces Stripe when there is no key (rules.md §6): same calls, ids, errors,
 * idempotency keys and signed events, and a page to pay at. It has its own state, which survives a restart.
 * @throws Error in production unless SANDBOX=1, since it must not be taken for real payments; DataDirInUse while
 * another sandbox uses this folder
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (options.environment.NODE_ENV === 'production' && !options.environment.SANDBOX) {
    throw new Error(
      'The payment sandbox does not run in production. Set STRIPE_SECRET_KEY, or SANDBOX=1 for a demonstration.',
    );
  }
  const folder = join(options.dataDir, FOLDER);
  // A second sandbox would compact the journal under the first, which would keep writing to a deleted file.
  return await startInFolder(folder, (release) => startClaimed(folder, options, release));
}

async function startClaimed(folder: string, options: SandboxOptions, release: () => void): Promise<Sandbox> {
  const { clock, practice } = options;
  const journal = openJournal(folder);
  const keys = keysOf(journal);
  const switches: Switches = { ...ALL_OFF };
  let url = '';
  const pageUrl = () => url;
  const deliveries = createDeliveries({
    journal,
    clock,
    webhookUrl: options.webhookUrl ?? `${options.appOrigin}/webhooks/stripe`,
    secret: keys.webhookSecret,
    switches,
  });
  const provider = createProvider({
    journal,
    clock,
    pageUrl,
    switches,
    onEvent: (event) => deliveries.send(event),
  });
  const api = createApi({ provider, journal, clock, api_key: keys.apiKey, pageUrl, switches });
  const pages = createPages({ provider, journal, clock, practice });

  const paymentOf = (session_id: string) => provider.storedSession(session_id).session.payment_intent!;
  const control: SandboxControl = {
    set: (changed) => void Object.assign(switches, ALL_OFF, changed),
    pay: (session_id, late) => provider.pay(session_id, GOOD_CARD, late),
    refund: (session_id) => provider.createRefund({ payment_intent: paymentOf(session_id) }).id,
    complete_refund: (refund_id) => provider.completeRefund(refund_id),
    fail_refund: (refund_id) => provider.failRefund(refund_id),
    pay_slowly: (session_id) => provider.paySlowly(session_id),
    end_slow_payment: (session_id, arrives) => provider.endSlowPayment(session_id, arrives),
    dispute: (session_id) => provider.dispute(paymentOf(session_id)).id,
    close_dispute: (dispute_id, status) => provider.closeDispute(dispute_id, status),
    flush: () => deliveries.flush(),
    books: () => ({
      sessions: journal.all<StoredSession>('session'),
      payments: journal.all<Payment>('payment'),
      refunds: journal.all<Refund>('refund'),
    }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox');
    const body = await readBody(request);
    if (body === null) return send(response, 413, { 'content-type': 'text/plain' }, 'Too large');
    const method = request.method ?? 'GET';
    if (pathname.startsWith('/v1/')) {
      const result = await api({
        method,
        path: pathname,
        query: readForm(search.slice(1)),
        body,
        authorization: request.headers.authorization,
        idempotency_key: header(request, 'idempotency-key'),
      });
      if ('reset' in result) return void request.socket.resetAndDestroy();
      const headers = {
        'content-type': 'application/json',
        'request-id': `req_${randomBytes(7).toString('hex')}`,
        ...(result.replayed ? { 'idempotent-replayed': 'true' } : {}),
      };
      return send(response, result.status, headers, JSON.stringify(result.body));
    }
    if (
      options.control &&
      pathname.startsWith('/_control/') &&
      header(request, 'authorization') === `Bearer ${keys.apiKey}`
    ) {
      const outcome = await runControlCommand(control, pathname, body);
      return send(
        response,
        outcome === undefined ? 404 : 200,
        { 'content-type': 'application/json' },
        JSON.stringify(outcome ?? {}),
      );
    }
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      return send(response, 405, { allow: 'GET, HEAD, POST' }, '');
    }
    const page = pages(method, pathname, body);
    send(response, page.status, page.headers, method === 'HEAD' ? '' : page.body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // Longer than the app keeps its connections, so that none is closed under a request.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  url = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/$/, '');

  const apiUrl = `http://${hostFromHere(options.host ?? '127.0.0.1')}:${port}`;
  journal.put('address', 'address', { apiUrl });
  provider.prune();
  const timers = [setInterval(provider.expireDue, TICK_MS), setInterval(provider.prune, PRUNE_MS)];
  for (const timer of timers) timer.unref();

  return {
    url,
    apiUrl,
    ...keys,
    control,
    async close() {
      for (const timer of timers) clearInterval(timer);
      deliveries.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      journal.close();
      release();
    },
  };
}

/** The host by which this machine reaches a server that listens on `host`. */
export function hostFromHere(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Where the sandbox of a data folder last listened, for a command next to the app; undefined if it never ran. */
export function lastSandbox(dataDir: string): { apiUrl: string; apiKey: string } | undefined {
  const folder = join(dataDir, FOLDER);
  const keys = peekJournal<{ apiKey: string }>(folder, 'keys', 'keys');
  const address = peekJournal<{ apiUrl: string }>(folder, 'address', 'address');
  return keys && address ? { apiKey: keys.apiKey, apiUrl: address.apiUrl } : undefined;
}

/** Created once and stored, so that events signed before a restart stay valid. */
function keysOf(journal: ReturnType<typeof openJournal>): { apiKey: string; webhookSecret: string } {
  const known = journal.get<{ apiKey: string; webhookSecret: string }>('keys', 'keys');
  if (known) return known;
  const secret = () => randomBytes(24).toString('hex');
  const keys = { apiKey: `sk_test_${secret()}`, webhookSecret: `whsec_${secret()}` };
  journal.put('keys', 'keys', keys);
  return keys;
}

async function runControlCommand(
  control: SandboxControl,
  path: string,
  body: string,
): Promise<object | undefined> {
  const given = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
  switch (path) {
    case '/_control/set':
      control.set(given as Partial<Switches>);
      return {};
    case '/_control/pay':
      return control.pay(String(given['session']), given['late'] === true);
    case '/_control/flush':
      await control.flush();
      return {};
    case '/_control/books':
      return control.books();
    default:
      return undefined;
  }
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, headers);
  response.end(body);
}
