import type { FastifyInstance } from 'fastify';
import type { Config } from '../runtime/config.ts';

/**
 * Warns once if a proxy seems to be in front while TRUST_PROXY is off: all clients would then share one network and its
 * rate limits.
 */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
): void {
  if (TRUST_PROXY) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      app.log.warn(
        'A request has X-Forwarded-For, but TRUST_PROXY is off: all clients count as one network. Set TRUST_PROXY=1 if your own proxy sets this header.',
      );
    }
    done();
  });
}
