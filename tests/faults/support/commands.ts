import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

type Ended = { code: number | null; said: string };
const root = join(import.meta.dirname, '../../..');

/** Starts one of the project's commands as npm would, with these settings and no others of the caller. */
export function startCommand(
  name: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const inherited = Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }).filter(([, value]) => value !== undefined),
  );
  const child = spawn(process.execPath, [join(root, `scripts/${name}.ts`), ...args], {
    cwd: root,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, ended };
}
