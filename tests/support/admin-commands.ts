import { runCommand } from '#server/admin/commands.ts';
import type { TestApp } from './app.ts';

/**
 * Runs a command as the owner of the sample practice types it. Returns its output, 'WRONG …' if it is refused.
 * A file that is not among `files` cannot be read.
 */
export function practiceCommands(
  { db, keyring, clock }: Pick<TestApp, 'db' | 'keyring' | 'clock'>,
  { files = {} }: { files?: Record<string, string> } = {},
): (...args: string[]) => Promise<string> {
  const readFile = (path: string) =>
    path in files ? Promise.resolve(files[path]!) : Promise.reject(new Error('no file'));
  return async (...args) => {
    const zone = 'America/Los_Angeles';
    const site_url = 'https://sattva.example';
    const deps = { db, keyring, now: clock.now(), zone, site_url, readFile };
    const outcome = await runCommand(deps, args);
    return outcome.ok ? outcome.lines.join('\n') : `WRONG ${outcome.message}`;
  };
}
