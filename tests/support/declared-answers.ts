import type { FastifyInstance } from 'fastify';

type Declared = { content?: Record<string, unknown>; type?: string };

/**
 * Compares every answer of an app with what its route declares for /openapi.json: the status and the type of the
 * content. Returns a list that grows with each answer that is not declared.
 */
export function watchDeclaredAnswers(app: FastifyInstance): string[] {
  const undeclared: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const { schema, url } = request.routeOptions;
    // Hidden routes, as pages, and addresses without a route are not described.
    if (url === undefined || schema === undefined || 'hide' in schema) return;
    const answer = `${request.method} ${url} ${reply.statusCode} ${mediaOf(reply.getHeader('content-type'))}`;
    const declared = declaredFor(schema.response, reply.statusCode);
    const empty = payload === undefined || payload === null || payload === '';
    const media = mediaOf(reply.getHeader('content-type'));
    const fits = declared && (empty || (declared.content !== undefined && media in declared.content));
    if (!fits && !undeclared.includes(answer)) undeclared.push(answer);
  });
  return undeclared;
}

const mediaOf = (header: unknown): string =>
  typeof header === 'string' ? header.split(';', 1)[0]!.trim() : '';

function declaredFor(response: unknown, status: number): Declared | undefined {
  const declared = (response ?? {}) as Record<string, Declared>;
  return declared[String(status)] ?? declared[`${Math.floor(status / 100)}xx`];
}
