import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallSchemas } from '#contract/schemas.ts';

/** Returns the entity tag of a body: a hash of its bytes. */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** True if the request names this tag in If-None-Match. */
export function hasTag(request: FastifyRequest, etag: string): boolean {
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
