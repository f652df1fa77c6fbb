import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { CLIENT_CLOSED_REQUEST } from './errors.ts';
import type { Db } from '../db/pool.ts';
import { flag, number, readOne } from '../db/rows.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';

const hidden = { hide: true } as object;

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * A standby answers queries but accepts no writes. With a full disk, reading and writing into room that is left still work:
 * a result that is larger than the memory for it needs room on the disk, as a new row does, and leaves nothing behind.
 */
async function canWrite(db: Db): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    const sorted = sql`
      select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writes, count(*)
      from generate_series(1, 20000)`;
    return (await readOne(trx, { writes: flag, count: number }, sorted)).writes;
  });
}

/** /healthz: the process; /readyz: database, migrations and jobs; /metrics behind METRICS_TOKEN. */
export function healthRoutes(
  app: FastifyInstance,
  deps: Deps,
  jobs: { isAlive(): boolean },
  migrated: () => Promise<boolean>,
): void {
  app.get('/healthz', { schema: hidden }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: hidden }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const database = await canWrite(deps.db).catch(() => false);
    const checks = {
      database,
      migrations: database && (await migrated().catch(() => false)),
      jobs: jobs.isAlive(),
    };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });

  app.get('/metrics', { schema: hidden }, async (request, reply) => {
    if (!mayRead(request, deps.config.METRICS_TOKEN)) return reply.callNotFound();
    return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics());
  });

  // A client that leaves before its request is complete gets no response; nginx counts it under the same number.
  app.addHook('onRequestAbort', async (request) => {
    const route = request.routeOptions.url ?? 'none';
    deps.metrics.requests.observe(
      { method: request.method, route, status: String(CLIENT_CLOSED_REQUEST) },
      0,
    );
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode !== CLIENT_CLOSED_REQUEST) {
      const route = request.routeOptions.url ?? 'none';
      deps.metrics.requests.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
}
