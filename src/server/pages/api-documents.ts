import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Config } from '../runtime/config.ts';
import { staffCookieName } from '../sessions/staff-session.ts';
import { etagOf } from '../http/public-answer.ts';
import { API_PAGE_POLICY, renderApiPage } from './api-page.ts';
import { sendStaticFile, type StaticFile } from './static-files.ts';

/** Collects the contract as OpenAPI; register it before the routes. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, operationId: operationIdOf(String(route.method), url) },
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sattva & Sage',
        version: '1.0.0',
        description:
          'Calls of the booking site. Errors are JSON `{ error, message, code, details? }`; `code` is stable. ' +
          'Unsafe calls must come from the site itself (Sec-Fetch-Site or Origin).',
      },
      tags: [
        { name: 'public', description: 'Open to everybody.' },
        { name: 'signed in', description: 'With the cookie of a session.' },
        {
          name: 'staff',
          description: 'The staff area: for members of the practice, with a session of their own.',
        },
        { name: 'provider', description: 'For the payment provider.' },
        { name: 'sandbox', description: 'On this machine only, or with SANDBOX=1.' },
      ],
      servers: [{ url: config.site_url }],
      components: {
        securitySchemes: {
          login: { type: 'apiKey', in: 'cookie', name: config.https ? '__Host-access' : 'access' },
          staff: { type: 'apiKey', in: 'cookie', name: staffCookieName(config) },
        },
      },
    },
  });
}

/** 'GET /auth/get-user' becomes getAuthGetUser: unique, and stable as long as the route is. */
const operationIdOf = (method: string, url: string): string =>
  method.toLowerCase() +
  url.replace(/[^a-z]+([a-z])?/gi, (_, first: string | undefined) => first?.toUpperCase() ?? '');

/** Serves /openapi.json and a readable page of it at /docs; register it after the routes. */
export function serveApiDocuments(app: FastifyInstance): void {
  const schema = { hide: true } as object;
  // Both are written and compressed once: they have hundreds of kilobytes, and anybody may ask for them.
  const fileOf = (type: string, text: string): StaticFile => {
    const plain = Buffer.from(text);
    return {
      type,
      etag: etagOf(text),
      cacheControl: 'no-cache',
      plain,
      compressed: { gzip: gzipSync(plain) },
    };
  };
  let document: StaticFile | undefined;
  app.get('/openapi.json', { schema }, async (request, reply) => {
    document ??= fileOf('application/json; charset=utf-8', JSON.stringify(app.swagger()));
    return await sendStaticFile(request, reply, document);
  });
  let page: StaticFile | undefined;
  app.get('/docs', { schema }, async (request, reply) => {
    page ??= fileOf('text/html; charset=utf-8', renderApiPage(app.swagger() as OpenAPIV3_1.Document));
    return await sendStaticFile(request, reply.header('content-security-policy', API_PAGE_POLICY), page);
  });
}
