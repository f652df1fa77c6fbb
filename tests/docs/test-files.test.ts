import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.ts';

type Project = { test: { name: string; include: string[]; exclude?: string[] } };

const cwd = join(import.meta.dirname, '../..');
const matchesAny = (file: string, patterns: readonly string[] = []) =>
  patterns.some((pattern) => matchesGlob(file, pattern));

it('every test file belongs to exactly one project of Vitest', () => {
  const projects = (config.test?.projects ?? []) as unknown as Project[];
  const files = globSync('{src,sandbox,content,scripts,tests}/**/*.test.{ts,tsx}', { cwd });
  expect(files.length).toBeGreaterThan(150);
  const misplaced = files.filter((file) => {
    const homes = projects.filter(
      ({ test }) => matchesAny(file, test.include) && !matchesAny(file, test.exclude),
    );
    return homes.length !== 1;
  });
  expect(misplaced).toEqual([]);
});
