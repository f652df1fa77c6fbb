import Fastify, { type FastifySchema } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import * as agenda from '#contract/agenda.calls.ts';
import * as auth from '#contract/auth.calls.ts';
import * as blog from '#contract/blog.calls.ts';
import * as bookings from '#contract/bookings.calls.ts';
import * as calendar from '#contract/calendar.calls.ts';
import type { Access } from '#contract/call.ts';
import * as checkout from '#contract/checkout.calls.ts';
import * as clientFile from '#contract/client-file.calls.ts';
import * as clients from '#contract/clients.calls.ts';
import * as events from '#contract/events.calls.ts';
import * as exporting from '#contract/export.calls.ts';
import * as forms from '#contract/forms.calls.ts';
import * as paymentLinks from '#contract/payment-links.calls.ts';
import * as hours from '#contract/hours.calls.ts';
import * as placement from '#contract/placement.calls.ts';
import * as catalogue from '#contract/catalogue.calls.ts';
import * as staffBookings from '#contract/staff-bookings.calls.ts';
import * as staffEvents from '#contract/staff-events.calls.ts';
import * as settings from '#contract/settings.calls.ts';
import * as services from '#contract/services.calls.ts';
import * as sessions from '#contract/sessions.calls.ts';
import * as staff from '#contract/staff.calls.ts';
import * as notes from '#contract/notes.calls.ts';
import * as suggestions from '#contract/suggestions.calls.ts';
import * as submissions from '#contract/submissions.calls.ts';
import * as till from '#contract/till.calls.ts';
import * as users from '#contract/users.calls.ts';
import { testApp } from '../support/app.ts';
import { watchDeclaredAnswers } from '../support/declared-answers.ts';

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
  agenda,
  staffBookings,
  clientFile,
  clients,
  paymentLinks,
  hours,
  placement,
  staff,
  catalogue,
  staffEvents,
  settings,
  notes,
  suggestions,
  submissions,
  till,
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
  it('describes exactly the calls of the contract', () => {
    expect([...described.keys()].sort()).toEqual([...CALLS.map(nameOf), ...BESIDE_THE_CONTRACT].sort());
  });

  it.each(CALLS)('declares the access level of $method $path', ({ method, path, access }) => {
    const operation = described.get(nameOf({ method, path, access }));
    expect(operation?.security ?? []).toEqual(
      access === 'public' ? [] : [{ [access.startsWith('staff') ? 'staff' : 'login']: [] }],
    );
  });

  it.each(CALLS.filter(({ path }) => !path.includes(':')))(
    '$method $path allows the access level of the contract',
    async ({ method, path, access }) => {
      const answer = await site.request({ method: method as 'GET', url: path });
      if (access === 'public')
        expect([path, answer.body.includes('NOT_SIGNED_IN')]).toEqual([path, path === '/auth/refresh-token']);
      else expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'NOT_SIGNED_IN']);
    },
  );

  it.each([...described])('%s has all that a client generator and a linter need', (name, operation) => {
    expect(operation.summary).toBeTruthy();
    expect(operation.security).toBeDefined();
    expect(operation.tags).toHaveLength(1);
    const answers = Object.entries(operation.responses ?? {}) as [string, OpenAPIV3_1.ResponseObject][];
    expect(answers.map(([status]) => status[0])).toEqual(expect.arrayContaining(['2', '4', '5']));
    for (const [status, { content }] of answers)
      if (!/^(204|304)$/.test(status) && name !== 'PUT /uploads/{key}')
        expect([status, content]).toEqual([status, expect.any(Object)]);
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
    const declared = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
    expect(declared.filter((param) => param.in === 'path').map((param) => param.name)).toEqual(inPath);
  });

  it('has unique operation ids', () => {
    const ids = [...described.values()].map(({ operationId }) => operationId);
    expect(ids.filter((id) => !id || !/^[a-z]+[A-Z]\w+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(described.size);
    expect(described.get('GET /auth/get-user')?.operationId).toBe('getAuthGetUser');
  });

  it('declares plain-text errors and the parameters of files', () => {
    const typesOf = (name: string, status: string) => {
      const answer = described.get(name)?.responses?.[status] as OpenAPIV3_1.ResponseObject | undefined;
      return Object.keys(answer?.content ?? {});
    };
    for (const name of ['POST /forgot-password', 'POST /confirm-new-password'])
      expect([typesOf(name, '200'), typesOf(name, '4XX')]).toEqual([['application/json'], ['text/plain']]);
    expect(typesOf('GET /auth/booking.ics', '200')).toEqual(['text/calendar']);
    expect(described.get('GET /auth/booking.ics')?.parameters).toMatchObject([
      { name: 'id', in: 'query', required: true },
    ]);
    expect(typesOf('GET /auth/download-my-data', '200')).toEqual(['application/zip']);
    expect(described.get('DELETE /auth/remove-bookings')?.responses).toHaveProperty('202');
  });

  it('control: an undeclared answer is detected', async () => {
    const app = Fastify();
    const undeclared = watchDeclaredAnswers(app);
    const schema: FastifySchema = { response: { 200: { content: { 'application/json': { schema: {} } } } } };
    app.get('/as-declared', { schema }, async () => ({}));
    app.get('/other-type', { schema }, async (_request, reply) => reply.type('text/plain').send('no'));
    app.get('/other-status', { schema }, async (_request, reply) => reply.code(404).send({}));
    for (const url of ['/as-declared', '/other-type', '/other-status']) await app.inject(url);
    expect(undeclared).toEqual(['GET /other-type 200 text/plain', 'GET /other-status 404 application/json']);
    await app.close();
  });

  it('names the cookie of a session', () => {
    expect(document.components?.securitySchemes).toEqual({
      login: { type: 'apiKey', in: 'cookie', name: 'access' },
      staff: { type: 'apiKey', in: 'cookie', name: 'staff' },
    });
  });
});
