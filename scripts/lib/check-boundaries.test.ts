import { describe, expect, it } from 'vitest';
import { findIdleExports, findViolations } from './boundary-rules.ts';
import { readSource } from './source-file.ts';

/** The rules that these files break, as "rule: path". */
function broken(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  return findViolations(sources).map(({ rule, path, line }) => `${rule}: ${path}:${line}`);
}

describe('who may import whom', () => {
  it.each([
    ['src/domain/cart.ts', `import { x } from '#contract/checkout.calls.ts';`],
    ['src/domain/cart.ts', `import fs from 'node:fs';`],
    ['src/domain/calendar.ts', `import { tz } from '@date-fns/tz';`],
    ['content/seed/forms.ts', `import { z } from 'zod';`],
    ['src/domain/cart.ts', `import type { A } from '../server/app.ts';`],
    ['src/contract/forms.calls.ts', `import { z } from 'zod';`],
    ['src/contract/forms.schemas.ts', `import { x } from '#server/forms/store.ts';`],
    ['src/server/app.ts', `import { Root } from '#web/root.tsx';`],
    ['src/server/app.ts', `const page = import('../web/root.tsx');`],
    ['src/web/client/api.ts', `import type { App } from '#server/app.ts';`],
    ['src/web/about/about-page.tsx', `import { mail } from '#content/private/practice.ts';`],
    ['src/web/about/about-page.tsx', `export { mail } from '#content/seed/forms.ts';`],
    ['content/public/about.ts', `import { x } from '../private/practice.ts';`],
  ])('%s must not: %s', (path, text) => {
    expect(broken({ [path]: text })).toEqual([`zones: ${path}:1`]);
  });

  it.each([
    ['src/domain/calendar.ts', `import { a } from './slots.ts';`],
    ['src/contract/forms.calls.ts', `import type { Form } from './forms.schemas.ts';`],
    [
      'src/server/forms/routes.ts',
      `import { a } from '#contract/forms.schemas.ts'; import b from 'fastify';`,
    ],
    ['src/web/about/about-page.tsx', `import { a } from '#content/public/about.ts'; import b from 'react';`],
    ['tests/server/a.test.ts', `import { a } from '#server/app.ts'; import { b } from '#web/client/api.ts';`],
  ])('%s may: %s', (path, text) => {
    expect(broken({ [path]: text })).toEqual([]);
  });
});

describe('things with one home', () => {
  it.each([
    ['vendors live in ports', 'src/server/checkout/routes.ts', `import Stripe from 'stripe';`],
    ['vendors live in ports', 'src/server/users/routes.ts', `import { S3 } from '@aws-sdk/client-s3';`],
    ['SQL lives in stores', 'src/server/users/routes.ts', `import { sql } from 'kysely';`],
    ['SQL lives in stores', 'src/server/users/routes.ts', `db.selectFrom('users');`],
    ['SQL lives in stores', 'src/server/ports/send-mail.ts', `db.insertInto('outbox');`],
    ['one door to the network', 'src/web/blog/queries.ts', `void fetch('/get-blogs');`],
    ['one door to the network', 'src/server/app.ts', `await globalThis.fetch('http://x');`],
    ['one upload with progress', 'src/web/client/api.ts', `const x = new XMLHttpRequest();`],
    ['one reader of the environment', 'src/server/app.ts', `const a = process.env.PORT;`],
    ['one reader of the environment', 'content/private/practice.ts', `const a = process.env['PORT'];`],
    ['inject the clock', 'src/domain/slots.ts', `const now = new Date();`],
    ['inject the clock', 'src/server/auth/sign-in.ts', `const now = Date.now();`],
    ['inject the clock', 'src/web/cart/store.ts', `const clock = Date.now;`],
    ['no barrels', 'src/web/ui/button.ts', `export * from './button-face.ts';`],
    ['kebab-case', 'src/web/ui/BackToTop.ts', `export const a = 1;`],
  ])('%s: %s must not: %s', (rule, path, text) => {
    expect(broken({ [path]: text })).toEqual([`${rule}: ${path}:1`]);
  });

  it.each([
    ['src/server/ports/payments.ts', `import Stripe from 'stripe'; void fetch('https://x');`],
    ['src/server/users/store.ts', `import { sql } from 'kysely'; db.selectFrom('users');`],
    ['src/server/seats/hold-seats.ts', `import { sql } from 'kysely'; db.insertInto('bookings');`],
    ['src/server/db/pool.ts', `import { Kysely } from 'kysely';`],
    ['src/server/users/routes.ts', `import type { Kysely } from 'kysely';`],
    ['src/web/client/api.ts', `void fetch('/x');`],
    ['src/web/profile/settings/upload-photo.ts', `const x = new XMLHttpRequest();`],
    ['src/server/main.ts', `const a = process.env.PORT; const now = () => new Date();`],
    ['src/web/use-now.ts', `const a = Date.now();`],
    ['src/domain/slots.ts', `const at = new Date(0); const b = new Date(text);`],
    ['src/domain/slots.test.ts', `const at = new Date();`],
  ])('%s may: %s', (path, text) => {
    expect(broken({ [path]: text })).toEqual([]);
  });
});

describe('zod in the browser', () => {
  const schemas = { 'src/contract/forms.schemas.ts': `import { z } from 'zod';` };

  it('is found over several files', () => {
    const between = { 'src/contract/forms.calls.ts': `export { a } from './forms.schemas.ts';` };
    const web = { 'src/web/forms/queries.ts': `\nimport { a } from '#contract/forms.calls.ts';` };
    expect(broken({ ...schemas, ...between, ...web })).toEqual([
      'no zod in the browser: src/web/forms/queries.ts:2',
    ]);
  });

  it('is found when only the names are marked as types, as the module is loaded all the same', () => {
    const web = { 'src/web/forms/queries.ts': `import { type Form } from '#contract/forms.schemas.ts';` };
    expect(broken({ ...schemas, ...web })).toEqual(['no zod in the browser: src/web/forms/queries.ts:1']);
  });

  it('types are free', () => {
    const web = { 'src/web/forms/queries.ts': `import type { Form } from '#contract/forms.schemas.ts';` };
    expect(broken({ ...schemas, ...web })).toEqual([]);
  });
});

describe('nouns of the web zone', () => {
  it.each([
    ['src/web/blog/post-card.tsx', '#web/events/queries.ts'],
    ['src/web/ui/button.tsx', '../cart/store.ts'],
  ])('%s must not import %s', (path, target) => {
    expect(broken({ [path]: `import { a } from '${target}';` })).toEqual([`web nouns: ${path}:1`]);
  });

  it.each([
    ['src/web/blog/post-card.tsx', '#web/client/session.ts'],
    ['src/web/blog/post-card.tsx', '#web/ui/button.tsx'],
    ['src/web/blog/post-card.tsx', './queries.ts'],
    ['src/web/profile/overview/overview-page.tsx', '#web/journey/timeline.tsx'],
    ['src/web/routes.ts', '#web/journey/timeline.tsx'],
  ])('%s may import %s', (path, target) => {
    expect(broken({ [path]: `import { a } from '${target}';` })).toEqual([]);
  });
});

describe('exports', () => {
  const one = {
    'src/domain/cart.ts': `\nexport type Cart = 1;\nexport function add() {}\nexport const a = 1;`,
  };
  const two = { 'src/domain/slots.ts': `const a = 1; const b = 2;\nexport { a, b };` };

  function idle(files: Record<string, string>): string[] {
    const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
    return findIdleExports(sources).map(
      ({ path, line, words }) => `${path}:${line} ${words.split(/[ :]/)[3]}`,
    );
  }

  it('are idle when no other file takes them', () => {
    const user = {
      'src/server/app.ts': `import { add } from '#domain/cart.ts'; import { b } from '#domain/slots.ts';`,
    };
    expect(idle({ ...one, ...two, ...user })).toEqual([
      'src/domain/cart.ts:2 Cart',
      'src/domain/cart.ts:4 a',
      'src/domain/slots.ts:2 a',
    ]);
  });

  it.each([
    `import * as cart from '#domain/cart.ts';`,
    `const cart = await import('#domain/cart.ts');`,
    `import type { Cart } from '#domain/cart.ts'; export { add, a } from '#domain/cart.ts';`,
    `import { add, a as b, type Cart } from '#domain/cart.ts';`,
  ])('are in use with: %s', (text) => {
    expect(
      idle({ ...one, 'src/server/main.ts': text }).filter((path) => path.startsWith('src/domain')),
    ).toEqual([]);
  });

  it('may be read by name where a framework does so', () => {
    expect(idle({ 'src/web/blog/blog-page.tsx': 'export function meta() {}' })).toEqual([]);
    expect(idle({ 'src/web/blog/post-card.tsx': 'export function meta() {}' })).toHaveLength(1);
  });
});
