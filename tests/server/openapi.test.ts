import Fastify, { type FastifySchema } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { watchDeclaredAnswers } from '../support/declared-answers.ts';
import { type AnyCall, EVERY_CALL } from '../support/every-call.ts';

const site = await testApp({ seeded: false });
const document = (await site.request({ url: '/openapi.json' })).json<OpenAPIV3_1.Document>();

const nameOf = ({ method, path }: AnyCall): string => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

const described = new Map<string, OpenAPIV3_1.OperationObject>(
  Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OpenAPIV3_1.OperationObject>).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  ),
);

/** What the API has besides the contract: files, feeds, signed addresses and the sandbox's mailbox. */
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
    expect([...described.keys()].sort()).toEqual([...EVERY_CALL.map(nameOf), ...BESIDE_THE_CONTRACT].sort());
  });

  it.each(EVERY_CALL)('declares the access level of $method $path', (call) => {
    const { access } = call;
    const operation = described.get(nameOf(call));
    expect(operation?.security ?? []).toEqual(
      access === 'public' ? [] : [{ [access.startsWith('staff') ? 'staff' : 'login']: [] }],
    );
  });

  it.each(EVERY_CALL.filter(({ path }) => !path.includes(':')))(
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
    // Where it leads elsewhere, that is its success.
    const kinds = answers.map(([status]) => (status === '303' ? '2' : status[0]));
    expect(kinds).toEqual(expect.arrayContaining(['2', '4', '5']));
    for (const [status, { content }] of answers)
      if (!/^(204|303|304)$/.test(status) && name !== 'PUT /uploads/{key}')
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
