import pg from 'pg';
import { databaseUrl } from './database-url.ts';

/** A statement on the server itself: databases are created and dropped from outside of them. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Connections that stay open, by the address of their server. */
const lasting = new Map<string, Promise<pg.Client>>();

/** Like `onServer`, over one connection that stays open as long as the process: a new one is a new process of PostgreSQL. */
export async function onSharedServer(url: string, sql: string): Promise<void> {
  const open = lasting.get(url) ?? connectForLong(url);
  lasting.set(url, open);
  await (await open).query(sql);
}

async function connectForLong(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  const forget = () => lasting.delete(url);
  // The server may end before the process. The next statement gets a connection again, also if this one cannot be made.
  client.on('error', forget);
  await client.connect().catch((error: unknown) => {
    forget();
    throw error;
  });
  return client;
}

/** An empty database on this server, for as long as it is wanted. */
export async function extraDatabase(
  server: string,
  name: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `create database ${name} template template0 encoding 'UTF8'`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
