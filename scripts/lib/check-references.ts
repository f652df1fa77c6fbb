import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findDeadReferences } from './reference-rules.ts';

// npm run check -- references: finds comments and pages that cite a section, row, decision or file that does not exist.
const root = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'sandbox', 'content', 'scripts', 'tests', 'docs', 'migrations', 'deploy'];
const inFolders = FOLDERS.flatMap((folder) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
);
// Its references lead nowhere on purpose.
const EXAMPLES = 'scripts/lib/check-references.test.ts';
const files = [...readdirSync(root), ...inFolders]
  .filter((path) => /\.(tsx?|mjs|md|sql|css|ya?ml|conf|service)$/.test(path) && path !== EXAMPLES)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const dead = findDeadReferences(files);
for (const { path, line, message } of dead) console.log(`${path}:${line}  ${message}`);
console.log(`${files.length} files, ${dead.length} dead references`);
if (dead.length > 0 || files.length === 0) process.exitCode = 1;
