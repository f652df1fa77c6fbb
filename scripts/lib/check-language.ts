import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOddLanguage, findOddSubjects } from './language-rules.ts';

// npm run check -- language: names, comments and docstrings, and the subjects of the commits that main does not have.
const root = join(import.meta.dirname, '../..');
const git = (...words: string[]): string[] => {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
};
const faults = ['src', 'sandbox', 'scripts', 'tests']
  .flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
  )
  // Their words are odd on purpose.
  .filter(
    (path) =>
      /\.(?:tsx?|mjs|css)$/.test(path) && !/\/(?:check-language\.test|language-rules)\.ts$/.test(path),
  )
  .flatMap((path) => findOddLanguage(path, readFileSync(join(root, path), 'utf8')));
faults.push(...findOddSubjects(git('log', '--no-merges', '--format=%s', 'main..HEAD')));

for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
