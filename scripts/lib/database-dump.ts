import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PostgresPrograms } from './postgres-programs.ts';
import { postgresEnvironment } from './postgres-environment.ts';

// The tables as PostgreSQL's own programs write and read them.

/**
 * The schema `public` as pg_dump's custom format, piece by piece, as of an exported snapshot. What comes out is read by
 * pg_restore to its last byte at the same time: a dump that was cut short would else be noticed when it is needed.
 * Nothing of owners and rights: the database that it goes into has its own.
 * @throws Error with what the programs said, if one of them failed
 */
export async function* dumpDatabase(
  url: string,
  programs: PostgresPrograms,
  snapshot: string,
): AsyncGenerator<Uint8Array> {
  const { env, remove } = postgresEnvironment(url);
  const words = ['--format=custom', '--no-owner', '--no-privileges', '--no-comments', '--no-password'];
  // Leaves out the extensions, event triggers and schemas of the server's operator.
  const ours = ['--schema=public', '--extension=btree_gist', '--no-security-labels'];
  const dump = spawn(programs.pg_dump, [...words, ...ours, `--snapshot=${snapshot}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const check = spawn(programs.pg_restore, ['--file=-'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const ends = [endOf('pg_dump', dump), endOf('pg_restore', check)];
  // It may give up before it has read everything; its end tells why.
  check.stdin.on('error', () => undefined);
  try {
    for await (const chunk of dump.stdout as AsyncIterable<Buffer>) {
      if (!check.stdin.destroyed && !check.stdin.write(chunk))
        await Promise.race([once(check.stdin, 'drain').catch(() => undefined), ends[1]]);
      yield chunk;
    }
    check.stdin.end();
    for (const failure of await Promise.all(ends)) if (failure) throw failure;
  } finally {
    for (const child of [dump, check]) child.kill('SIGKILL');
    remove();
  }
}

/**
 * Brings such a dump into an empty database, all of it or nothing.
 * @throws Error with what pg_restore said
 */
export async function restoreDump(url: string, programs: PostgresPrograms, dump: Buffer): Promise<void> {
  const { env, remove } = postgresEnvironment(url);
  try {
    const name = env.PGDATABASE!.replaceAll(/['\\]/g, '\\$&');
    // The schema itself is there already, and so is the extension: --schema leaves both out.
    const words = [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      '--no-privileges',
      '--no-comments',
    ];
    const child = spawn(
      programs.pg_restore,
      [...words, '--no-password', '--schema=public', `--dbname=dbname='${name}'`],
      { env, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    const end = endOf('pg_restore', child);
    child.stdin.end(dump);
    await finished(child.stdin).catch(() => undefined); // its end tells why
    const failure = await end;
    if (failure) throw failure;
  } finally {
    remove();
  }
}

/** How a program ended: nothing if well, else what it said. */
async function endOf(name: string, child: ChildProcess): Promise<Error | undefined> {
  let said = '';
  child.stderr!.on('data', (part) => (said += String(part)));
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code === 0) return undefined;
    return new Error(`${name} failed (${signal ?? `code ${code}`}): ${said.trim() || 'it said nothing'}`);
  } catch (error) {
    return new Error(`${name} did not start: ${(error as Error).message}`);
  }
}
