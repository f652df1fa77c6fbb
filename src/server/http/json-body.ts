import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JSON_LIMIT } from '#contract/call.ts';
import { fitsJsonLimits } from '#domain/text/json-size.ts';
import { refuse } from './refusal.ts';
import { sendRefusal } from './errors.ts';
import { ForbiddenKey } from './forbidden-key.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
/** Deeper than any form or note. */
const MAX_DEPTH = 100;
/** Maximum number of values and keys in a body; calls that take large documents allow more. */
const MAX_VALUES = 10_000;
const MAX_DOCUMENT_VALUES = 200_000;

function valuesAllowed(request: FastifyRequest): number {
  const { body_limit = 0 } = request.routeOptions.config.call ?? {};
  return body_limit > JSON_LIMIT ? MAX_DOCUMENT_VALUES : MAX_VALUES;
}

/** What a text with a forbidden key has: its name, or an escape that may spell it. Most have none, and are not walked. */
const MAY_HAVE_FORBIDDEN = new RegExp([...FORBIDDEN, String.raw`\\u`].join('|'));

/** @throws ForbiddenKey if any key could change an object's prototype */
function refuseForbiddenKeys(body: unknown): void {
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const entry of value as unknown[]) if (typeof entry === 'object') left.push(entry);
      continue;
    }
    for (const key of Object.getOwnPropertyNames(value)) {
      if (FORBIDDEN.has(key)) throw new ForbiddenKey();
      const entry = (value as Record<string, unknown>)[key];
      if (typeof entry === 'object') left.push(entry);
    }
  }
}

/**
 * Parses JSON bodies by rules.md §1: an empty body counts as none, and prototype keys are refused at any depth. Depth
 * and number of values are counted before parsing.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text.trim() === '') return done(null, undefined);
    try {
      if (!fitsJsonLimits(text, { values: valuesAllowed(request), depth: MAX_DEPTH }))
        throw new Error('The body has too many values, or is nested too deeply');
      const parsed: unknown = JSON.parse(text);
      if (MAY_HAVE_FORBIDDEN.test(text)) refuseForbiddenKeys(parsed);
      done(null, parsed);
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
  app.addHook('preValidation', async (request, reply) => {
    // Pages ignore unknown parameters, and tracking parameters may occur twice.
    if (request.routeOptions.url === '/*') return;
    for (const value of Object.values((request.query ?? {}) as Record<string, unknown>)) {
      if (Array.isArray(value)) return sendRefusal(reply, refuse('DUPLICATE_PARAMETER'));
    }
  });
}
