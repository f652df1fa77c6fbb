import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServerSettings } from './site.ts';

// One measured server. `app`: the whole app as main.ts wires it, but for the payment provider, which answers at once.
// `floor`: the same framework, driver and pool with nothing but one row to fetch, the least hold, a string or a page to send.
const settings = JSON.parse(process.argv[2]!) as ServerSettings;
process.env.NODE_ENV = 'production';

const { createServer } = await import('#server/app.ts');
const { createDb } = await import('#server/db/pool.ts');
const { db, pool, close } = createDb(settings.url, {
  max: 10,
  queryTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
});
const server = createServer({ trustProxy: false, logger: { level: 'warn' } });
if (settings.kind === 'app') await wireApp();
else await wireFloor();
await server.listen({ port: 0, host: '127.0.0.1' });
process.send!((server.server.address() as AddressInfo).port);
process.on('disconnect', () => {
  void server
    .close()
    .then(close)
    .then(() => process.exit(0));
});

async function wireApp(): Promise<void> {
  const { randomUUID } = await import('node:crypto');
  const { buildApp } = await import('#server/app.ts');
  const { configOf, parseEnvironment } = await import('#server/runtime/config.ts');
  const { createKeyring } = await import('#server/runtime/keyring.ts');
  const { createLimits } = await import('#server/http/limits.ts');
  const { createMetrics } = await import('#server/runtime/metrics.ts');
  const { createSecurityLog } = await import('#server/runtime/security-log.ts');
  const { builtPages } = await import('#server/pages/serve-pages.ts');
  const { builtStaffArea } = await import('#server/pages/serve-staff-area.ts');
  const { choosePorts } = await import('#server/choose-ports.ts');
  const { createPasswordHasher } = await import('#server/runtime/password-hasher.ts');
  const { createJobLoop } = await import('#server/jobs/loop.ts');
  const parsed = parseEnvironment({
    NODE_ENV: 'test',
    DATA_DIR: settings.dataDir,
    SANDBOX: '1',
    RATE_LIMIT_SCALE: '100000',
    STAFF_AREA: settings.staffArea ?? 'on',
  });
  if (!parsed.ok) throw new Error(parsed.errors.join('\n'));
  const config = configOf(parsed.env, {
    app_secret: 'x'.repeat(32),
    master_key: Buffer.alloc(32, 7),
    port: 0,
  });
  const clock = () => new Date();
  const hasher = createPasswordHasher();
  const sandbox = { url: 'http://127.0.0.1:9', apiKey: 'sk_test_none', webhookSecret: 'whsec_none' };
  const chosen = await choosePorts(config, { sandbox: sandbox as never, hasher, log: server.log });
  const metrics = createMetrics();
  const deps = {
    config,
    db,
    clock,
    log: server.log,
    keyring: createKeyring(config.master_key),
    hasher,
    limits: createLimits(db, config.RATE_LIMIT_SCALE, clock),
    metrics,
    security: createSecurityLog(server.log, metrics, config.app_secret, clock),
    ...chosen,
    payments: {
      ...chosen.payments,
      createCheckoutSession: (request: { checkout_id: string; customer_id: string }) => {
        const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
        return Promise.resolve({
          ok: true as const,
          value: {
            id,
            status: 'open' as const,
            is_paid: false,
            has_failed: false,
            url: `http://127.0.0.1:9/pay/${id}`,
            checkout_id: request.checkout_id,
            tagged_checkout_id: request.checkout_id,
            site: null,
            success_url: null,
            customer_id: request.customer_id,
            currency: 'usd',
            subtotal_cents: null,
            tax_cents: null,
            total_cents: null,
            payment_intent_id: null,
            receipt_url: null,
            card_fingerprint: null,
            refunds: [],
          },
        });
      },
    },
  };
  const build = join(import.meta.dirname, '../../../build');
  const pages = builtPages(build);
  await buildApp(server, deps, {
    jobs: createJobLoop([], deps),
    migrated: () => Promise.resolve(true),
    staffArea: builtStaffArea(build),
    pages: { ...pages, cacheMs: settings.cachePages === false ? -1 : pages.cacheMs },
  });
}

async function wireFloor(): Promise<void> {
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  const { sampleTree } = await import('./sample-tree.ts');
  server.get('/row', async () => {
    const { rows } = await pool.query<{ version: string }>(
      "select version from content_versions where noun = 'services'",
    );
    return rows[0];
  });
  const { serveLeastHold } = await import('./least-hold.ts');
  serveLeastHold(server, pool);
  const { pageBytes = 0, sheetBytes = 0, sent } = settings;
  const kept = renderToString(createElement(sampleTree));
  if (sent) {
    // Random bytes, because no test reads them.
    const { randomBytes } = await import('node:crypto');
    const bytes = randomBytes(sent.bytes);
    const isPlain = sent.encoding === 'identity';
    server.get('/compressed', (_, reply) => {
      if (!isPlain) reply.header('content-encoding', sent.encoding);
      return reply.type('text/html').send(bytes);
    });
  }
  // As many elements as the measured page has, and its style sheets as one string.
  const copies = Math.max(1, Math.round((pageBytes - sheetBytes) / kept.length));
  const sheets = createElement('style', { dangerouslySetInnerHTML: { __html: 'a'.repeat(sheetBytes) } });
  server.get('/rendered', (_, reply) => {
    const children = Array.from({ length: copies }, (__, key) => createElement(sampleTree, { key }));
    return reply.type('text/html').send(renderToString(createElement('main', null, sheets, children)));
  });
}
