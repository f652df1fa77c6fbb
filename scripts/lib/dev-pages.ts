import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type { PagesSource } from '#server/pages/serve-pages.ts';

/** Pages that change as their files do: Vite stands before the server, in the same process. */
interface DevPages {
  readonly pages: PagesSource;
  /** Call before any route is added. */
  extend(app: FastifyInstance): void;
  close(): Promise<void>;
}

export async function createDevPages(): Promise<DevPages> {
  const vite = await createServer({
    server: { middlewareMode: true },
    appType: 'custom',
    clearScreen: false,
  });
  return {
    pages: {
      load: () =>
        vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
      files: new Map(),
      cacheMs: 0,
      mode: 'development',
    },
    extend(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.method === 'GET') vite.middlewares(request.raw, reply.raw, done);
        else done();
      });
    },
    close: () => vite.close(),
  };
}
