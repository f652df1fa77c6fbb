import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findIdleExports, findViolations } from './boundary-rules.ts';
import { readSource } from './source-file.ts';

// npm run check -- boundaries: does every file keep to its zone (docs/architecture.md §1)?
const root = join(import.meta.dirname, '../..');
const inFolders = ['src', 'content', 'sandbox', 'scripts', 'tests'].flatMap((folder) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
);
const files = [...readdirSync(root), ...inFolders]
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));

const violations = [...findViolations(files), ...findIdleExports(files)];
for (const { rule, path, line, words } of violations) console.log(`${path}:${line}  ${rule}: ${words}`);
console.log(`${files.length} files, ${violations.length} crossings`);
if (violations.length > 0 || files.length === 0) process.exitCode = 1;
