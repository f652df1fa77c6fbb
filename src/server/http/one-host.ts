import type { FastifyInstance } from 'fastify';
import { refuse } from './refusal.ts';
import { sendRefusal } from './errors.ts';

/** Refuses a request with two Host headers (RFC 9112 §3.2), since a proxy in front may have used the other one. */
export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!;
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    }
    if (hosts > 1) sendRefusal(reply, refuse('BAD_REQUEST'));
    else done();
  });
}
