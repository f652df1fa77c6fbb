import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { hotStatementOf } from './hot-statements.ts';
import type { DB } from './types.ts';
import { fromDatabase } from './unavailable.ts';

/** The database as every store takes it, as its first argument. A `Transaction<DB>` is one too. */
export type Db = Kysely<DB>;

declare const inside: unique symbol;
/** A connection inside a transaction, given by the helpers of transactions.ts alone: locks and holds need one to protect anything. */
export type Trx = Db & { readonly [inside]: true };

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Ends all connections; gives up after 2 s on those that do not answer. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Maximum number of connections of this process. */
  readonly max: number;
  /** A pooler that gives each transaction another connection forbids keeping state on a connection (decision 0022). */
  readonly pooler?: 'none' | 'transaction';
  /** Milliseconds until a silent database counts as unavailable. With both below, a caller knows within 3 s. */
  readonly queryTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
}

const QUERY_TIMEOUT_MS = 2500;
const CONNECT_TIMEOUT_MS = 2000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const CLOSE_LIMIT_MS = 2000;
const OLDEST_VERSION = 150_000;

const { types } = pg;
const OID = { int8: 20, date: 1082, dateArray: 1182, int8Array: 1016, textArray: 1009 } as const;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond the safe integers`);
  return value;
}

const parseTextArray = types.getTypeParser(OID.textArray as number as 25) as unknown as (
  text: string,
) => string[];

/** A date is a calendar date, not an instant: it stays text. Counts and sums are numbers. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.date]: (text) => text,
  [OID.dateArray]: parseTextArray,
  [OID.int8]: parseInt8,
  [OID.int8Array]: (text) => parseTextArray(text).map(parseInt8),
};

const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Opens the pool. It connects on the first query. A database that refuses, resets or does not answer makes queries fail
 * (`isDatabaseUnavailable` recognizes these errors); it never ends the process, and the pool recovers.
 */
export function createDb(url: string, options: DatabaseOptions): Database {
  const queryTimeout = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS;
  const isPooled = options.pooler === 'transaction';
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeout,
    // A pooler refuses these; there they are settings of the role (docs/operations/scaling.md).
    ...(isPooled
      ? {}
      : { statement_timeout: queryTimeout, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }),
    application_name: 'sattva-and-sage',
    keepAlive: true,
    types: typeParsers,
  });
  markErrors(pool);
  // Without these two listeners a restart of the database would end the process: the pool's for idle connections, the
  // client's for those in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    wrapQueries(client, isPooled);
  });
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: () => closePool(pool),
  };
}

/** Marks errors of this pool, to distinguish them from errors of other sockets (unavailable.ts). */
function markErrors(pool: pg.Pool): void {
  const marking =
    (original: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const answer = original(...args);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw fromDatabase(error);
      });
    };
  pool.query = marking(pool.query.bind(pool) as never) as typeof pool.query;
  pool.connect = marking(pool.connect.bind(pool) as never) as never;
}

/**
 * Wraps the queries of a connection in one step, since this runs for every statement: it marks errors, names hot
 * statements and cuts a connection that does not answer. After a query timeout the connection still waits for that
 * answer, and whatever is sent next (the ROLLBACK, then the next caller's query) would wait behind it.
 */
function wrapQueries(client: pg.PoolClient, isPooled: boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = isPooled ? withoutName : withHotName;
  const failed = (error: unknown): never => {
    if (error instanceof Error && error.message === 'Query read timeout') cut(client);
    throw fromDatabase(error);
  };
  const wrapped = (...args: unknown[]): unknown => {
    const answer = query(...named(args));
    return answer instanceof Promise ? answer.catch(failed) : answer;
  };
  client.query = wrapped as typeof client.query;
}

/** Names the marked statements (hot-statements.ts), so that their plan is kept. */
function withHotName(args: unknown[]): unknown[] {
  const [text, values, ...more] = args;
  const hot = typeof text === 'string' ? hotStatementOf(text) : null;
  return hot === null ? args : [{ ...hot, values }, ...more];
}

/** A prepared statement belongs to one connection, and behind a pooler the next transaction may get another. */
function withoutName(args: unknown[]): unknown[] {
  const [config, ...more] = args;
  return isNamed(config) ? [{ text: config.text, values: config.values }, ...more] : args;
}

function isNamed(config: unknown): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
}

function cut(client: pg.PoolClient): void {
  const { connection, end } = client as unknown as {
    connection: { stream: { destroy(): void } };
    end(): Promise<void>;
  };
  end.call(client).catch(() => undefined); // marks it as ending, so that the pool does not keep it
  connection.stream.destroy();
}

async function closePool(pool: pg.Pool): Promise<void> {
  if (pool.ending) return;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_LIMIT_MS);
  });
  await Promise.race([pool.end(), limit]);
  clearTimeout(timer);
}

/**
 * Refuses a database that would lose text or lacks features that the SQL needs.
 * @throws Error with what to do, if it is not UTF8 or older than PostgreSQL 15
 */
export async function refuseUnsuitableDatabase(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ encoding: string; version: string; number: string }>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version') as version,
            current_setting('server_version_num') as number`,
  );
  const found = rows[0]!;
  if (found.encoding !== 'UTF8') {
    throw new Error(
      `The database stores ${found.encoding}, which loses characters. Create it with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
  if (Number(found.number) < OLDEST_VERSION) {
    throw new Error(`PostgreSQL ${found.version} is too old. Use 15 or newer.`);
  }
}
