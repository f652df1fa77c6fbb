import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// npm run format: every file in the format of the project.
const root = join(import.meta.dirname, '..');
const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
const done = spawnSync(process.execPath, [prettier, '--write', '.'], { cwd: root, stdio: 'inherit' });
process.exitCode = done.status ?? 1;
