// Loaded before a command, and ends it when npm is killed: npm sends no signal to its children then.
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isNpmCommand } from './npm-command.mjs';

const CHECK_MS = 250;

const starter = Number(process.env.STARTED_BY);
// The command's own children have another parent.
delete process.env.STARTED_BY;
const command = path.basename(process.argv[1] ?? '', '.ts');
if (isMainThread && starter > 0 && isNpmCommand(command)) {
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  watch.unref();
}
