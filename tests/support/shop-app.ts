import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { configOf, parseEnvironment } from '#server/runtime/config.ts';
import type { SlotGate } from '#server/checkout/slot-gate.ts';
import { checkoutRoutes } from '#server/checkout/routes.ts';
import { webhookRoutes } from '#server/checkout/webhook-routes.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { answerErrors } from '#server/http/errors.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { createLimits } from '#server/http/limits.ts';
import { createMetrics } from '#server/runtime/metrics.ts';
import { createSecurityLog } from '#server/runtime/security-log.ts';
import type { RequestBudget } from '#server/ports/request-budget.ts';
import { stripePayments } from '#server/ports/payments-stripe.ts';
import { serviceRoutes } from '#server/services/routes.ts';

export type ShopApp = {
  app: FastifyInstance;
  deps: Deps;
  /** When every event that arrived has been acted upon. */
  settled(): Promise<void>;
};

/** The money's part of the app: slots, checkout, webhook. Everything in it is the product's own. */
export function shopApp(options: {
  db: Db;
  pool: pg.Pool;
  clock: () => Date;
  site_url: string;
  provider: { apiUrl: string; apiKey: string; webhookSecret: string };
  timeout_ms?: number;
  /** Bounds the requests to the provider. */
  budget?: RequestBudget;
  /** Multiplies the holding policy; without it hundreds of new clients may come from this one machine. */
  hold_scale?: number | undefined;
  slotGate: SlotGate;
}): ShopApp {
  const parsed = parseEnvironment({
    NODE_ENV: 'test',
    SITE_URL: options.site_url,
    RATE_LIMIT_SCALE: String(options.hold_scale ?? 1_000_000),
  });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  const config = configOf(parsed.env, { app_secret: 'x'.repeat(32), master_key: randomBytes(32), port: 0 });
  const app = fastify({ logger: false });
  const metrics = createMetrics();
  const deps = {
    config,
    db: options.db,
    clock: options.clock,
    log: app.log,
    payments: stripePayments({
      secret_key: options.provider.apiKey,
      api_url: options.provider.apiUrl,
      webhook_secrets: [options.provider.webhookSecret],
      automatic_tax: true,
      timeout_ms: options.timeout_ms ?? 8000,
      budget: options.budget ?? null,
    }),
    keyring: createKeyring(config.master_key),
    limits: createLimits(options.pool, 1_000_000, options.clock),
    metrics,
    security: createSecurityLog(app.log, metrics, config.app_secret, options.clock),
  } as unknown as Deps;
  answerErrors(app);
  void app.register(cookie);
  serviceRoutes(app, deps);
  checkoutRoutes(app, deps, options.slotGate);
  const { settled } = webhookRoutes(app, deps);
  return { app, deps, settled };
}
