import { runCommand } from '#server/admin/commands.ts';
import type { TestApp } from './app.ts';

/** Runs a command as the owner of the sample practice types it. Returns its output, 'WRONG …' if it is refused. */
export function practiceCommands({
  db,
  keyring,
  clock,
}: Pick<TestApp, 'db' | 'keyring' | 'clock'>): (...args: string[]) => Promise<string> {
  return async (...args) => {
    const site_url = 'https://sattva.example';
    const deps = { db, keyring, now: clock.now(), site_url };
    const outcome = await runCommand(deps, args);
    return outcome.ok ? outcome.lines.join('\n') : `WRONG ${outcome.message}`;
  };
}
