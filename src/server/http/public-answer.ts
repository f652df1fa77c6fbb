import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, Paired } from '#contract/call.ts';
import type { CallSchemas } from '#contract/schemas.ts';
import { selectContentVersions } from '../db/content-version.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { describeCall } from './describe-route.ts';
import { createHash } from 'node:crypto';

/** Returns the entity tag of a body: a hash of its bytes. */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** True if the request names this tag in If-None-Match. */
function hasTag(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Sends an answer that a browser polls: 304 without a body while it is the one that the browser has. */
export function sendTagged<S extends CallSchemas & { answer: z.ZodType }>(
  request: FastifyRequest,
  reply: FastifyReply,
  schemas: S,
  answer: z.input<S['answer']>,
): FastifyReply {
  const body = JSON.stringify(schemas.answer.parse(answer));
  const etag = etagOf(body);
  reply.header('etag', etag);
  if (hasTag(request, etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

type Rendered = { body: string; etag: string };

/**
 * Caches one rendering per process until the content changes. Checking the version costs one small query; concurrent
 * requests for a new version share one rendering.
 */
export function keepRendered(render: (db: Db) => Promise<string>): (db: Db) => Promise<Rendered> {
  let kept: { version: string; rendered: Promise<Rendered> } | null = null;
  return async (db) => {
    const version = await selectContentVersions(db);
    if (kept?.version !== version) {
      const rendering = { version, rendered: render(db).then(withEtag) };
      kept = rendering;
      rendering.rendered.catch(() => {
        if (kept === rendering) kept = null;
      });
    }
    return kept!.rendered;
  };
}

function withEtag(body: string): Rendered {
  return { body, etag: etagOf(body) };
}

/** Browsers and proxies may store it but must revalidate, since a price may have changed. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Sends a rendering, or 304 if the client has it. */
export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: Rendered,
  type: string,
): FastifyReply {
  reply.header('etag', rendered.etag).header('cache-control', REVALIDATE);
  if (hasTag(request, rendered.etag)) return reply.code(304).send();
  return reply.type(type).send(rendered.body);
}

/** Binds a public call of the contract whose answer changes only with the content. */
export function publicAnswer<I, O, S extends CallSchemas & { answer: z.ZodType }>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O, 'public'> & Paired<I, O, S>,
  schemas: S,
  read: (db: Db) => Promise<z.input<S['answer']>>,
): void {
  const rendered = keepRendered(async (db) => JSON.stringify(schemas.answer.parse(await read(db))));
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    schema: describeCall(call, { ...schemas, also: [304] }),
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) =>
      sendRendered(request, reply, await rendered(deps.db), 'application/json; charset=utf-8'),
  });
}
