import { join } from 'node:path';
import { findViolations } from './boundaries.ts';

// npm run check -- boundaries: does every file import only what its room may (boundaries.ts)?
const FOLDERS = ['src', 'content', 'sandbox', 'scripts', 'tests'];
const { count, violations } = await findViolations(join(import.meta.dirname, '../..'), FOLDERS);
for (const violation of violations) console.log(violation);
console.log(`${count} files, ${violations.length} forbidden imports`);
if (violations.length > 0 || count === 0) process.exitCode = 1;
