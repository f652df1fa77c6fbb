import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

// The build as it is: `npm test` builds it first.
const CLIENT = join(import.meta.dirname, '../../build/client');

type Loaded = { module: string; imports?: string[]; css?: string[] };
type Manifest = { entry: Loaded; routes: Record<string, Loaded> };

const name = readdirSync(join(CLIENT, 'assets')).find((each) => /^manifest-.*\.js$/.test(each))!;
const { entry, routes } = JSON.parse(
  /\{.*\}/s.exec(readFileSync(join(CLIENT, 'assets', name), 'utf8'))![0],
) as Manifest;

it.each([
  'landing/landing-page',
  'join/join-page',
  'visits/visit-page',
  'visits/thanks-page',
  'visits/cancelled-page',
])('%s loads at most 130 kB of scripts (P11)', (page) => {
  const parts = [entry, routes.root!, routes[page]!];
  const scripts = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]));
  const bytes = [...scripts].reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(CLIENT, path))).length,
    0,
  );
  expect({ page, bytes }).toSatisfy((found: { bytes: number }) => found.bytes <= 130_000);
});

it('the frame has one style sheet: it names the layers, so none may come before it', () => {
  expect(entry.css).toEqual([]);
  expect(routes.root!.css).toEqual([expect.stringMatching(/^\/assets\/root-.*\.css$/)]);
});
