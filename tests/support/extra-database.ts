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
