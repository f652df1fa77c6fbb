import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const plain = (text: string): string => text.replaceAll('’', "'").replace(/\s+/g, ' ');
const sources = globSync('{src,content}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !path.includes('.test.'),
);
const code = plain(sources.map(read).join('\n'));
const commands = plain(globSync('src/server/admin/**/*.ts', { cwd: root }).map(read).join('\n'));
const guide = plain(read('docs/staff.md'));

test('every button and label that the guide for staff names is in the product', () => {
  const labels = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label!);
  expect(labels.length).toBeGreaterThan(100);
  // 'Balance $85': the product has the word before the value.
  expect(labels.filter((label) => !code.includes(label.replace(/[\d$].*/, '')))).toEqual([]);
});

test('every command that a text names exists', () => {
  const named = [...`${code} ${guide}`.matchAll(/npm run practice -- ([a-z-]+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !commands.includes(`name: '${name}'`) && name !== 'help')).toEqual([]);
});
