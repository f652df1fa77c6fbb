import type { FastifyInstance } from 'fastify';
import { refuse } from '../refusal.ts';
import { sendRefusal } from './errors.ts';
import { ForbiddenKey } from './forbidden-key.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
/** Deeper than any form or note; parsing stays cheap. */
const MAX_DEPTH = 100;

function inspect(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw new Error('The body is nested too deeply');
  if (Array.isArray(value)) {
    for (const entry of value) inspect(entry, depth + 1);
    return;
  }
  for (const key of Object.getOwnPropertyNames(value)) {
    if (FORBIDDEN.has(key)) throw new ForbiddenKey();
    inspect((value as Record<string, unknown>)[key], depth + 1);
  }
}

/** JSON as rules.md §1 wants it: an empty body counts as none, prototype keys anywhere are refused. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '' || (typeof body === 'string' && body.trim() === '')) return done(null, undefined);
    try {
      const parsed: unknown = JSON.parse(body as string);
      inspect(parsed, 0);
      done(null, parsed);
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
  app.addHook('preValidation', async (request, reply) => {
    // Pages take what they know of an address, and whoever put marks on a link may have done so twice.
    if (request.routeOptions.url === '/*') return;
    for (const value of Object.values((request.query ?? {}) as Record<string, unknown>)) {
      if (Array.isArray(value)) return sendRefusal(reply, refuse('DUPLICATE_PARAMETER'));
    }
  });
}
