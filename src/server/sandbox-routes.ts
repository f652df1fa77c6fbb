import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import { demoCodeRoutes } from './staff/demo-code.ts';

/**
 * Everything that exists only in the sandbox, under the names of this site alone. A page of another site can make its own
 * name resolve to this machine (DNS rebinding), or reach it through a tunnel, and would read it all as same-origin.
 */
export async function sandboxRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config } = deps;
  const own = new Set(['localhost', '127.0.0.1', '[::1]', new URL(config.site_url).hostname]);
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
      if (!own.has(hostnameOf(request.headers.host))) return reply.callNotFound();
    });
    if (config.dev_mailbox) mailboxRoutes(scope, deps);
    if (config.sandbox && config.STAFF_AREA === 'on') demoCodeRoutes(scope, deps);
  });
}

/** X-Forwarded-Host is ignored, since any client can set it. */
function hostnameOf(host: string | undefined): string {
  const address = `http://${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}
