import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Records every LimitExceededException answer, whichever limit caused it. */
export function recordReachedLimits(app: FastifyInstance, { security }: Pick<Deps, 'security'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 429)
      security.record('limit.reached', { ip: request.ip, route: request.routeOptions.url });
    done();
  });
}
