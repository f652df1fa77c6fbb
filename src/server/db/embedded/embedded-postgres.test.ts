import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processStarted } from './data-dir-claim.ts';
import { type EmbeddedPostgres, shareEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const quiet = { info: () => undefined, warn: () => undefined };
const folders: string[] = [];

function freshFolder(parent = tmpdir()): string {
  const folder = fs.mkdtempSync(join(parent, 'pg-test-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Asks until PostgreSQL answers again. */
async function askAgain<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  let rows: T[] = [];
  const answers = async () => (rows = await ask<T>(url, sql).catch(() => [])).length > 0;
  await expect.poll(answers).toBe(true);
  return rows;
}

function postmasterPid(dataDir: string): number {
  return Number(fs.readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Another app process that starts PostgreSQL on the folder and stays. */
async function startOtherProcess(
  dataDir: string,
  tied: boolean,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const child = spawnOtherProcess(dataDir, tied, env);
  await once(child.stdout!, 'data');
  return child;
}

function spawnOtherProcess(dataDir: string, tied: boolean, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const started = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {}, warn() {} }, tied: ${tied} });
    console.log(started.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  others.push(child);
  return child;
}
/** None outlives these tests, also when one fails. */
const others: ChildProcess[] = [];
afterAll(() => others.forEach((child) => child.kill('SIGKILL')));

describe('embedded PostgreSQL on one folder', () => {
  const dataDir = freshFolder();
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    const draft = join(dataDir, 'postgres/cluster.new');
    const first = spawnOtherProcess(dataDir, true);
    const hasBegun = () => expect(fs.existsSync(join(draft, 'PG_VERSION'))).toBe(true);
    await vi.waitFor(hasBegun, { timeout: 60_000, interval: 2 });
    first.kill('SIGKILL');
    await once(first, 'exit');

    // The next start has to get past that half initdb, and leave no program in its files.
    const other = await startOtherProcess(dataDir, false, { LANG: '', LC_ALL: 'xx_XX' });
    expect(fs.existsSync(draft)).toBe(false);
    const orphan = postmasterPid(dataDir);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(processStarted(orphan), 'PostgreSQL outlives its killed app').toBeDefined();

    // The next start has to get past that orphan.
    server = await startEmbeddedPostgres({ dataDir, log: quiet });
    expect(processStarted(orphan), 'the orphan was stopped').toBeUndefined();
  });
  afterAll(() => server.stop());

  it('stores text as UTF-8 whatever LANG says', async () => {
    const rows = await ask(
      server.url,
      `select 'Ünïcödé 🌿' as text, current_setting('server_encoding') as encoding`,
    );
    expect(rows).toEqual([{ text: 'Ünïcödé 🌿', encoding: 'UTF8' }]);
  });

  it('refuses a second app on the folder and says what to do', async () => {
    await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(
      `is already in use by process ${process.pid}. Stop that process first`,
    );
  });

  it('lets a command next to the app use the running server', async () => {
    const second = await shareEmbeddedPostgres({ dataDir, log: quiet });
    expect(second.url).toBe(server.url);
    await second.stop();
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('keeps committed rows and restarts when the postmaster is killed', async () => {
    await ask(server.url, 'create table kept (n int); insert into kept values (42)');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    expect(await askAgain(server.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('starts over a postmaster.pid whose number belongs to another program now', async () => {
    await server.stop();
    fs.writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${process.pid}\n`);
    server = await startEmbeddedPostgres({ dataDir, log: quiet });
    expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('is gone with its app, and gives the folder back', async () => {
    const pid = postmasterPid(dataDir);
    await server.stop();
    await server.stop();
    expect(processStarted(pid)).toBeUndefined();
    expect(fs.existsSync(join(dataDir, 'postgres/owner.json'))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('leaves with its app, even when that was killed', async () => {
    const other = await startOtherProcess(dataDir, true);
    const pid = postmasterPid(dataDir);
    other.kill('SIGKILL');
    await expect.poll(() => processStarted(pid)).toBeUndefined();
  });
});

describe.runIf(isRoot)('embedded PostgreSQL as root', () => {
  it('works in a folder that only root can enter', async () => {
    const home = freshFolder(homedir());
    fs.chmodSync(home, 0o700);
    const server = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log: quiet });
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('leaves the files of a site that runs as another user', async () => {
    const dataDir = freshFolder();
    const cluster = join(dataDir, 'postgres/cluster');
    fs.mkdirSync(cluster, { recursive: true });
    fs.chownSync(cluster, 12_345, 12_345);
    await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(
      /belongs to user 12345\. Run this as user 12345/,
    );
    expect(fs.statSync(cluster).uid).toBe(12_345);
    expect(fs.readdirSync(join(dataDir, 'postgres'))).toEqual(['cluster']);
  });

  it('keeps its files elsewhere when only an ordinary user may run it there, and finds them again', async () => {
    const home = freshFolder(homedir());
    fs.chmodSync(home, 0o700);
    const first = await startEmbeddedPostgres({ dataDir: home, log: quiet, as: 'user' });
    folders.push(fs.readFileSync(join(home, 'postgres/location'), 'utf8'));
    await ask(first.url, 'create table kept (n int); insert into kept values (7)');
    await first.stop();
    const again = await startEmbeddedPostgres({ dataDir: home, log: quiet });
    expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await again.stop();
  });
});

describe.runIf(isRoot && spawnSync('id', ['nobody']).status === 0)(
  'embedded PostgreSQL as an ordinary user',
  () => {
    it('needs no tricks', ({ skip }) => {
      const dataDir = freshFolder();
      const { uid, gid } = { uid: 65534, gid: 65534 };
      fs.chownSync(dataDir, uid, gid);
      const module = new URL('./embedded-postgres.ts', import.meta.url).href;
      const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      const started = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {}, warn() {} } });
      await started.stop();
      console.log('stopped');`;
      const runAsNobody = (code: string) =>
        spawnSync(process.execPath, ['--input-type=module', '-e', code], {
          cwd: '/',
          uid,
          gid,
          encoding: 'utf8',
        });
      // A clone in a folder that only root may enter cannot be tried by anybody else: there, not even
      // the program starts, and it leaves no output to read.
      if (runAsNobody(`await import(${JSON.stringify(module)})`).status !== 0) return skip();
      const done = runAsNobody(script);
      expect(done.stderr).toBe('');
      expect(done.stdout).toBe('stopped\n');
    });
  },
);
