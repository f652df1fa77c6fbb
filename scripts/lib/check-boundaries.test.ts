import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findViolations } from './boundaries.ts';

const root = join(import.meta.dirname, '../..');
const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A project of these files, with some settings of this one. */
function projectOf(
  files: Readonly<Record<string, string>>,
  settings: readonly string[] = [],
  manifest: object = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  made.push(folder);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: object };
  write('package.json', JSON.stringify({ name: 'example', type: 'module', imports, ...manifest }));
  for (const [path, text] of Object.entries(files)) {
    write(path, text);
    for (const target of targetsOf(path, text)) if (!(target in files)) write(target, 'export {};');
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const path of settings) cpSync(join(root, path), join(folder, path));
  return folder;
}

/** The project files that a text imports. */
function targetsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import|import\() ?'([#.][^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier)
      : specifier.replace(/^#(domain|contract|server|web|staff)/, 'src/$1').replace('#', ''),
  );
}

async function broken(files: Record<string, string>): Promise<string[]> {
  const { violations } = await findViolations(projectOf(files), ['.']);
  return violations.map((violation) => violation.replace(/: must not.*/, ''));
}

/** Reads all examples in as few projects as there are examples with the same path. */
function readTogether(examples: readonly (readonly [path: string, text: string])[]) {
  const projects: Record<string, string>[] = [];
  for (const [path, text] of examples) {
    let project = projects.find((files) => !(path in files));
    if (!project) projects.push((project = {}));
    project[path] = text;
  }
  const found = new Map<object, Promise<string[]>>();
  return async (path: string, text: string): Promise<string[]> => {
    const project = projects.find((files) => files[path] === text)!;
    if (!found.has(project)) found.set(project, broken(project));
    return (await found.get(project)!).filter((violation) => violation.startsWith(`${path}  `));
  };
}

describe('who may import whom', () => {
  const forbidden: [rule: string, path: string, text: string][] = [
    ['zone: domain', 'src/domain/checkout/cart.ts', `import { x } from '#contract/checkout.calls.ts';`],
    ['zone: domain', 'src/domain/checkout/cart.ts', `import fs from 'node:fs';`],
    ['zone: domain', 'src/domain/time/calendar.ts', `import { tz } from '@date-fns/tz';`],
    ['zone: domain', 'src/domain/checkout/cart.ts', `import type { A } from '../../server/app.ts';`],
    ['zone: content', 'content/seed/forms.ts', `import { z } from 'zod';`],
    ['zone: content/public', 'content/public/about.ts', `import { x } from '../private/practice.ts';`],
    ['zone: contract (calls)', 'src/contract/forms.calls.ts', `import type { z } from 'zod';`],
    [
      'zone: contract (schemas)',
      'src/contract/forms.schemas.ts',
      `import { x } from '#server/forms/store.ts';`,
    ],
    ['zone: contract (schemas)', 'src/contract/schemas.ts', `import { x } from 'fastify';`],
    ['zone: server', 'src/server/app.ts', `import { Root } from '#web/root.tsx';`],
    ['zone: server', 'src/server/app.ts', `const page = import('../web/root.tsx');`],
    ['zone: sandbox', 'sandbox/app.ts', `import { x } from '#server/app.ts';`],
    ['zone: web', 'src/web/api/api.ts', `import type { App } from '#server/app.ts';`],
    ['zone: web', 'src/web/about/about-page.tsx', `import { mail } from '#content/private/practice.ts';`],
    ['zone: web', 'src/web/about/about-page.tsx', `export { mail } from '#content/seed/forms.ts';`],
    ['vendors live in ports', 'src/server/checkout/routes.ts', `import Stripe from 'stripe';`],
    ['vendors live in ports', 'src/server/users/routes.ts', `import { S3 } from '@aws-sdk/client-s3';`],
    ['SQL lives in stores', 'src/server/users/routes.ts', `import { sql } from 'kysely';`],
    ['zone: staff', 'src/staff/today/today-page.tsx', `import { call } from '#web/api/api.ts';`],
    ['zone: staff', 'src/staff/today/today-page.tsx', `import { Header } from '#web/layout/header.tsx';`],
    ['zone: web', 'src/web/about/about-page.tsx', `import { a } from '#staff/main.tsx';`],
    ['no zod in the browser', 'src/web/forms/queries.ts', `import { z } from 'zod';`],
    ['no zod in the browser', 'src/web/forms/queries.ts', `import { a } from '#contract/forms.schemas.ts';`],
    ['no zod in the browser', 'src/contract/forms.calls.ts', `export { a } from './forms.schemas.ts';`],
    ['web nouns', 'src/web/events/event-card.tsx', `import { a } from '#web/blog/queries.ts';`],
    ['domain layers (time)', 'src/domain/time/zone.ts', `import { a } from '#domain/slots/slots.ts';`],
    ['domain layers (root)', 'src/domain/cart.ts', `import { a } from '#domain/time/zone.ts';`],
    ['web layers (api)', 'src/web/api/api.ts', `import { a } from '../layout/toast.tsx';`],
    [
      'web layers (bookings)',
      'src/web/bookings/a-page.tsx',
      `import { a } from '../profile/profile-page.tsx';`,
    ],
    ['web layers (root)', 'src/web/blog/blog-page.tsx', `import { a } from '../page-queries.ts';`],
    ['staff layers (parts)', 'src/staff/parts/sheet.tsx', `import type { A } from '../bookings/marks.tsx';`],
    ['staff layers (root)', 'src/staff/today/today-page.tsx', `import { a } from '#staff/router.tsx';`],
    ['server layers (seats)', 'src/server/seats/store.ts', `import type { A } from '../checkout/store.ts';`],
    ['server layers (db)', 'src/server/db/pool.ts', `const a = await import('#server/ports/payments.ts');`],
    ['server layers (root)', 'src/server/users/routes.ts', `import { a } from '../app.ts';`],
    ['server layers (deps)', 'src/server/deps.ts', `import type { A } from './checkout/store.ts';`],
  ];
  const readForbidden = readTogether(forbidden.map(([, path, text]) => [path, text]));

  it.each(forbidden)('%s: %s must not: %s', async (rule, path, text) => {
    expect(await readForbidden(path, text)).toEqual([`${path}  ${rule}`]);
  });

  const allowed: [path: string, text: string][] = [
    ['src/domain/slots/slots.ts', `import { a } from '../time/calendar.ts';`],
    ['src/domain/slots/slots.test.ts', `import { a } from '#server/app.ts';`],
    ['src/contract/forms.calls.ts', `import type { Form } from './forms.schemas.ts';`],
    ['src/contract/forms.schemas.ts', `import { z } from 'zod';`],
    [
      'src/server/forms/routes.ts',
      `import { a } from '#contract/forms.schemas.ts'; import b from 'fastify';`,
    ],
    ['src/server/ports/payments.ts', `import Stripe from 'stripe';`],
    ['src/server/users/store.ts', `import { sql } from 'kysely';`],
    ['src/server/seats/hold-seats.ts', `import { sql } from 'kysely';`],
    ['src/server/users/routes.ts', `import type { Kysely } from 'kysely';`],
    [
      'src/server/users/routes.ts',
      `import type { Deps } from '../deps.ts'; import { a } from '../seats/a.ts';`,
    ],
    ['src/server/main.ts', `import { a } from './app.ts'; import { b } from '#sandbox/app.ts';`],
    ['src/web/about/about-page.tsx', `import { a } from '#content/public/about.ts'; import b from 'react';`],
    [
      'src/staff/today/day-line.tsx',
      `import { Button } from '#web/ui/button.tsx'; import { ApiError } from '#web/api/request.ts';`,
    ],
    ['src/web/forms/queries.ts', `import type { Form } from '#contract/forms.schemas.ts';`],
    ['src/web/blog/post-card.tsx', `import { a } from '#web/api/session.ts'; import '#web/ui/button.tsx';`],
    ['src/web/blog/post-card.tsx', `import { a } from './queries.ts';`],
    ['src/web/profile/profile-page.tsx', `import { a } from '#web/bookings/timeline.tsx';`],
    ['src/web/routes.ts', `import { a } from '#web/bookings/timeline.tsx';`],
    ['tests/server/a.test.ts', `import { a } from '#server/app.ts'; import { b } from '#web/api/api.ts';`],
  ];
  const readAllowed = readTogether(allowed);

  it.each(allowed)('%s may: %s', async (path, text) => {
    expect(await readAllowed(path, text)).toEqual([]);
  });

  it('a new room of any zone needs its place among the layers', async () => {
    const imports = {
      domain: `import { a } from '../time/zone.ts';`,
      server: 'import a from "zod";',
      staff: `import { a } from '../parts/sheet.tsx';`,
      web: `import { a } from '../ui/button.tsx';`,
    };
    const rooms = Object.entries(imports).map(([zone, text]) => [`src/${zone}/shop/a.ts`, text]);
    expect((await broken(Object.fromEntries(rooms) as Record<string, string>)).toSorted()).toEqual(
      Object.keys(imports).map((zone) => `src/${zone}/shop/a.ts  ${zone} layers (new room)`),
    );
  });

  it('two rooms that import each other are found, also by way of a folder in them', async () => {
    const files = {
      'src/web/cart/cart-page.tsx': `import { a } from '../checkout/two.ts';`,
      'src/web/checkout/success-page.tsx': `import type { A } from '../cart/parts/four.ts';`,
    };
    expect(await broken(files)).toEqual(['src/web/checkout/success-page.tsx  web layers (checkout)']);
  });

  it('folders of any zone that import each other are found', async () => {
    const zones = ['sandbox', 'src/server/admin', 'src/staff/calendar', 'src/web/bookings'];
    const files = zones.flatMap((zone) => [
      [`${zone}/journey/one.ts`, `import { a } from '../notes/two.ts';`],
      [`${zone}/notes/three.ts`, `import type { A } from '../journey/four.ts';`],
    ]);
    expect((await broken(Object.fromEntries(files) as Record<string, string>)).toSorted()).toEqual(
      zones.flatMap((zone) => [`${zone}/journey  no folder cycles`, `${zone}/notes  no folder cycles`]),
    );
  });
});

describe('things with one home (.oxlintrc.json)', () => {
  const forbidden: readonly (readonly [rule: string, path: string, text: string])[] = [
    ['no-restricted-properties', 'src/server/users/routes.ts', `db.selectFrom('users');`],
    ['no-restricted-properties', 'src/server/ports/send-mail.ts', `db.insertInto('outbox');`],
    ['no-restricted-globals', 'src/web/blog/queries.ts', `void fetch('/get-blogs');`],
    ['no-restricted-globals', 'src/server/app.ts', `await globalThis.fetch('http://x');`],
    ['no-restricted-globals', 'src/web/blog/read-posts.ts', `await window.fetch('http://x');`],
    ['no-restricted-globals', 'src/web/api/api.ts', `export const x = new XMLHttpRequest();`],
    ['no-process-env', 'src/server/deps.ts', `export const a = process.env.PORT;`],
    ['no-process-env', 'content/private/practice.ts', `export const a = process.env['PORT'];`],
    ['no-wall-clock', 'src/domain/slots.ts', `export const now = new Date();`],
    ['no-wall-clock', 'src/domain/zone.ts', `export const text = Date();`],
    ['no-wall-clock', 'src/server/auth/sign-in.ts', `export const now = Date.now();`],
    ['no-wall-clock', 'src/web/cart/store.ts', `export const clock = Date.now;`],
    ['no-barrel', 'src/web/ui/button.ts', `export * from './button-face.ts';`],
    ['no-max-length', 'src/staff/search/search.tsx', `export const a = <input maxLength={9} />;`],
    [
      'no-restricted-imports',
      'src/staff/hours/hours.ts',
      `import { useMutation } from '@tanstack/react-query'; export const a = useMutation;`,
    ],
    ['filename-case', 'src/web/ui/BackToTop.ts', `export const a = 1;`],
    [
      'no-import-type-side-effects',
      'src/web/forms/form.ts',
      `import { type A } from './a.ts'; export type B = A;`,
    ],
  ];
  const allowed: Readonly<Record<string, string>> = {
    'src/server/ports/payments.ts': `void fetch('https://x');`,
    'src/server/users/store.ts': `db.selectFrom('users');`,
    'src/server/seats/hold-seats.ts': `db.insertInto('bookings');`,
    'src/web/profile/upload-photo.ts': `export const x = new XMLHttpRequest();`,
    'src/server/main.ts': `export const a = process.env.PORT; export const now = () => new Date();`,
    'src/staff/parts/use-action.ts': `import { useMutation } from '@tanstack/react-query'; export const a = useMutation;`,
    'src/web/ui/use-now.ts': `export const a = Date.now();`,
    'src/domain/dates.ts': `export const at = new Date(0); export const b = new Date('2026-01-01');`,
    'src/domain/slots/slots.test.ts': `export const at = new Date();`,
  };

  it('each use outside its place is refused, each use inside is not', () => {
    const files = { ...allowed, ...Object.fromEntries(forbidden.map(([, path, text]) => [path, text])) };
    const folder = projectOf(files, ['.oxlintrc.json', 'scripts/lib/lint-rules.ts']);
    const file = join(folder, '.oxlintrc.json');
    // The rules that need types would need the compiler's settings too.
    writeFileSync(file, readFileSync(file, 'utf8').replace('"typeAware": true', '"typeAware": false'));
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=unix', 'src', 'content'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = [...stdout.matchAll(/^([^:\n]+):\d+:\d+: .*\(([\w-]+)\)\]$/gm)].map(
      ([, path, rule]) => `${path}: ${rule}`,
    );
    expect(found.toSorted()).toEqual(forbidden.map(([rule, path]) => `${path}: ${rule}`).toSorted());
  });
});

it('what nothing uses is found, and what is used in any way is not (knip.jsonc)', () => {
  const cart = `export type Cart = 1; export function add() {} export const a = 1;`;
  const uses: Record<string, string> = {
    'one-export': `import { add } from '#domain/checkout/one-export.ts'; add();`,
    dynamic: `const cart = await import('#domain/checkout/dynamic.ts'); cart.add(); cart.a; export type A = typeof cart.a; import type { Cart } from '#domain/checkout/dynamic.ts'; export let c: Cart;`,
    renamed: `import { add, a as b, type Cart } from '#domain/checkout/renamed.ts'; add(); export let c: Cart = b;`,
    again: `import type { Cart } from '#domain/checkout/again.ts'; export { add, a } from '#domain/checkout/again.ts'; export let c: Cart;`,
  };
  const names = Object.keys(uses);
  const files = {
    'src/domain/checkout/none.ts': cart,
    ...Object.fromEntries(names.map((name) => [`src/domain/checkout/${name}.ts`, cart])),
    // Commands, each an entry of its own: what they export needs no other file.
    ...Object.fromEntries(names.map((name) => [`scripts/${name}.ts`, uses[name]!])),
  };
  const knip = join(root, 'node_modules/knip/bin/knip.js');
  const { stdout } = spawnSync(process.execPath, [knip, '--no-progress', '--no-config-hints'], {
    cwd: projectOf(files, ['knip.jsonc'], { dependencies: { zod: '4.6.7' } }),
    encoding: 'utf8',
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ +/g, ' ')
        .replace(/:\d+.*/, '')
        .trim(),
    );
  expect(lines).toEqual([
    'Unused files (1)',
    'src/domain/checkout/none.ts',
    'Unused dependencies (1)',
    'zod package.json',
    'Unused exports (1)',
    'a src/domain/checkout/one-export.ts',
    'Unused exported types (1)',
    'Cart type src/domain/checkout/one-export.ts',
  ]);
});
