// Loaded before a command. npm tells nobody when it is killed, and no command may go on without it then.
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isNpmCommand } from './npm-command.mjs';

/** Between two looks whether npm is there, milliseconds. */
const LOOK_MS = 250;

const starter = Number(process.env.STARTED_BY);
// Processes of the command have another parent.
delete process.env.STARTED_BY;
const command = path.basename(process.argv[1] ?? '', '.ts');
if (isMainThread && starter > 0 && isNpmCommand(command)) {
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  watch.unref();
}
