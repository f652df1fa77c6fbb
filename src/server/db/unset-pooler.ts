import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 2500;

/**
 * Refuses a pooler when DATABASE_POOLER is not set: requests would fail later, one by one, on statements that another
 * connection has prepared.
 * @throws Error with the settings to make, or the server's own error if it refuses the connection
 */
export async function refuseUnsetPooler(url: string): Promise<void> {
  const open = () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      // The app's own connections set it too, and many poolers refuse it.
      statement_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => undefined); // the running query fails too, and says why
    return client;
  };
  const one = open();
  const other = open();
  try {
    await one.connect();
    if (await isDirect(one)) return;
    await other.connect();
    if (await keepsItsConnection(one, other)) return;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
  throw new Error(
    'DATABASE_URL leads to a pooler that gives each transaction another connection. Set ' +
      'DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to PostgreSQL itself (docs/operations/scaling.md).',
  );
}

/** A pooler reports a process id of its own at connection time. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid === (client as unknown as { processID: number | null }).processID;
}

/** False if `other` gets the connection on which `one` has just set something, or if both wait for one. */
async function keepsItsConnection(one: pg.Client, other: pg.Client): Promise<boolean> {
  await one.query(`select set_config('sattva.kept', 'yes', false)`);
  try {
    await other.query('begin');
  } catch {
    return true; // no connection left: each client has one of its own
  }
  try {
    const { rows } = await one.query<{ kept: string | null }>(
      `select current_setting('sattva.kept', true) as kept`,
    );
    return rows[0]!.kept === 'yes';
  } catch {
    return false;
  } finally {
    await other.query('rollback').catch(() => undefined);
  }
}
