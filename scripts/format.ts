import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// npm run format: every file in the format of the project.
const root = join(import.meta.dirname, '..');
const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
const done = spawnSync(process.execPath, [formatter], { cwd: root, stdio: 'inherit' });
process.exitCode = done.status ?? 1;
