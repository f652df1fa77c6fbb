import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface RunningApp {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** What the app has printed so far. */
  output(): string;
  /** Stops it in order and removes the data folder, if it was made for this run. */
  stop(): Promise<void>;
}

interface RunningAppOptions {
  /** Settings of the app, over those of a test run. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kept after the run if given. */
  readonly dataDir?: string;
  /** The folder in which its data folder is made, without `dataDir`; else the temporary folder. */
  readonly parentFolder?: string;
  /** What starts it, in place of scripts/start.ts. */
  readonly command?: readonly [string, ...string[]];
}

const root = join(import.meta.dirname, '../..');
const READY_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 20_000;

/**
 * Starts the real app as `npm start` would, with its own data, database and ports, and waits until it is ready.
 * Nothing of the caller's settings reaches it.
 * @throws Error with what the app printed, if it does not get ready
 */
export async function startApp({
  env = {},
  dataDir,
  parentFolder = tmpdir(),
  command = [process.execPath, join(root, 'scripts/start.ts')],
}: RunningAppOptions = {}): Promise<RunningApp> {
  const folder = dataDir ?? fs.mkdtempSync(join(parentFolder, 'sattva-app-'));
  const [port, sandboxPort] = await freePorts(2);
  const settings: Record<string, string> = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
    SANDBOX: '1',
    RATE_LIMIT_SCALE: '1000',
    ...env,
  };
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  ) as Record<string, string>;
  const logFile = join(folder, 'app.log');
  const log = fs.openSync(logFile, 'a');
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, ...settings },
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  const output = (): string => fs.readFileSync(logFile, 'utf8');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const end = async (): Promise<void> => {
    if (hasEnded()) return;
    const left = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await left;
    clearTimeout(timer);
  };
  const stop = async (): Promise<void> => {
    await end();
    if (!dataDir) fs.rmSync(folder, { recursive: true, force: true });
  };

  const baseUrl = `http://localhost:${settings.PORT}`;
  const limit = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    );
    if (answer?.ok) break;
    if (hasEnded() || performance.now() > limit) {
      const said = output();
      await stop();
      throw new Error(
        `The app did not get ready (${answer ? `/readyz: ${answer.status}` : 'no answer'}):\n${said}`,
      );
    }
    await wait(100);
  }
  return {
    baseUrl,
    sandboxUrl: `http://localhost:${settings.SANDBOX_PORT}`,
    dataDir: folder,
    child,
    output,
    stop,
  };
}

/** Ports that are free now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
