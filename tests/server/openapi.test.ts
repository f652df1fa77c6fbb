import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import * as auth from '#contract/auth.calls.ts';
import * as blog from '#contract/blog.calls.ts';
import * as bookings from '#contract/bookings.calls.ts';
import * as calendar from '#contract/calendar.calls.ts';
import type { Access } from '#contract/call.ts';
import * as checkout from '#contract/checkout.calls.ts';
import * as events from '#contract/events.calls.ts';
import * as exporting from '#contract/export.calls.ts';
import * as forms from '#contract/forms.calls.ts';
import * as services from '#contract/services.calls.ts';
import * as sessions from '#contract/sessions.calls.ts';
import * as users from '#contract/users.calls.ts';
import { testApp } from '../support/app.ts';

const site = await testApp({ seeded: false });
const document = (await site.request({ url: '/openapi.json' })).json<OpenAPIV3_1.Document>();

type AnyCall = { method: string; path: string; access: Access };
const CALLS: AnyCall[] = [
  auth,
  blog,
  bookings,
  calendar,
  checkout,
  events,
  exporting,
  forms,
  services,
  sessions,
  users,
].flatMap((noun) => Object.values(noun) as AnyCall[]);
const nameOf = ({ method, path }: AnyCall): string => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

const described = new Map<string, OpenAPIV3_1.OperationObject>(
  Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OpenAPIV3_1.OperationObject>).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  ),
);

/** What the API has beside the contract: files, feeds, signed addresses and the sandbox's mailbox. */
const BESIDE_THE_CONTRACT = [
  'GET /photos/{file}',
  'PUT /uploads/{key}',
  'POST /webhooks/stripe',
  'GET /blog/feed.xml',
  'GET /sitemap.xml',
  'GET /robots.txt',
  'GET /dev/mailbox',
  'GET /dev/mailbox.json',
  'GET /dev/mailbox/{id}',
  'GET /dev/mailbox/{id}/html',
];

describe('/openapi.json', () => {
  it('describes every call of the contract, and nothing that is not there', () => {
    expect([...described.keys()].sort()).toEqual([...CALLS.map(nameOf), ...BESIDE_THE_CONTRACT].sort());
  });

  it.each(CALLS)('says who may call $method $path', ({ method, path, access }) => {
    const operation = described.get(nameOf({ method, path, access }));
    expect(operation?.security ?? []).toEqual(access === 'public' ? [] : [{ login: [] }]);
  });

  it.each(CALLS.filter(({ path }) => !path.includes(':')))(
    '$method $path lets in whom the contract lets in',
    async ({ method, path, access }) => {
      const answer = await site.request({ method: method as 'GET', url: path });
      if (access === 'public')
        expect([path, answer.body.includes('NOT_SIGNED_IN')]).toEqual([path, path === '/auth/refresh-token']);
      else expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'NOT_SIGNED_IN']);
    },
  );

  it('names the cookie that a login is', () => {
    expect(document.components?.securitySchemes).toEqual({
      login: { type: 'apiKey', in: 'cookie', name: 'access' },
    });
  });
});
