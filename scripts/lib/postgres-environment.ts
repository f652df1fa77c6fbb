import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import pg from 'pg';

interface PostgresEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Removes the certificates that had to be written for it. */
  remove(): void;
}

/** What node-postgres makes of an address and of PGSSLMODE and the like. */
interface Resolved {
  readonly options?: string;
  readonly sslnegotiation?: string;
  readonly ssl:
    | boolean
    | {
        ca?: string;
        cert?: string;
        key?: string;
        rejectUnauthorized?: boolean;
        checkServerIdentity?: unknown;
      };
}

/**
 * The environment in which PostgreSQL's own programs reach the database that the app reaches by this address: no
 * password on a command line, and the server is trusted by what the app trusts it by (node-postgres and libpq read
 * `sslmode` differently, and libpq does not know Node's authorities).
 */
export function postgresEnvironment(url: string): PostgresEnvironment {
  const client = new pg.Client({ connectionString: url });
  const { connectionParameters } = client as unknown as { connectionParameters: Resolved };
  const { ssl, options, sslnegotiation } = connectionParameters;
  const folder = mkdtempSync(join(tmpdir(), 'sattva-pg-'));
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const secure = typeof ssl === 'object' ? ssl : {};
  const isVerified = ssl !== false && secure.rejectUnauthorized !== false;
  if (isVerified) write('root.crt', secure.ca ?? tls.getCACertificates('default').join('\n'));
  if (secure.cert) write('client.crt', secure.cert);
  if (secure.key) write('client.key', secure.key);
  const sslmode = isVerified ? (secure.checkServerIdentity ? 'verify-ca' : 'verify-full') : 'require';
  return {
    env: {
      PATH: '/usr/bin:/bin',
      LC_ALL: 'C',
      PGHOST: client.host,
      PGPORT: String(client.port),
      PGUSER: client.user ?? '',
      PGDATABASE: client.database ?? '',
      ...(client.password
        ? { PGPASSWORD: client.password }
        : { PGPASSFILE: process.env.PGPASSFILE || join(homedir(), '.pgpass') }),
      PGSSLMODE: ssl === false ? 'disable' : sslmode,
      // Named even where there is none, or libpq would take what lies in ~/.postgresql, which the app does not know.
      PGSSLROOTCERT: join(folder, 'root.crt'),
      PGSSLCERT: join(folder, 'client.crt'),
      PGSSLKEY: join(folder, 'client.key'),
      ...(sslnegotiation ? { PGSSLNEGOTIATION: sslnegotiation } : {}),
      ...(options ? { PGOPTIONS: options } : {}),
      PGAPPNAME: 'sattva-and-sage backup',
      PGCONNECT_TIMEOUT: '10',
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
