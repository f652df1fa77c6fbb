import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Records every answer that says "too many", whichever limit it was. */
export function recordReachedLimits(app: FastifyInstance, { security }: Pick<Deps, 'security'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 429)
      security.record('limit.reached', { ip: request.ip, route: request.routeOptions.url });
    done();
  });
}
