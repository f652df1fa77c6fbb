import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import type { PagesSource } from '#server/pages/serve-pages.ts';

/** Pages that change as their files do: Vite stands before the server, in the same process. */
interface DevPages {
  readonly pages: PagesSource;
  /** Call before any route is added. */
  extend(app: FastifyInstance): void;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
/** Of the second server's own connection to the browser; the first has Vite's default, 24678. */
const STAFF_HMR_PORT = 24679;

/** The staff area is a build of its own, so it has a Vite server of its own. */
const createStaffServer = (): Promise<ViteDevServer> =>
  createServer({
    configFile: join(ROOT, 'vite.staff.config.ts'),
    server: { middlewareMode: true, hmr: { port: STAFF_HMR_PORT }, fs: { allow: [ROOT] } },
    appType: 'spa',
    clearScreen: false,
  });

export async function createDevPages({ hasStaffArea }: { hasStaffArea: boolean }): Promise<DevPages> {
  const vite = await createServer({
    server: { middlewareMode: true },
    appType: 'custom',
    clearScreen: false,
  });
  const staff = hasStaffArea ? await createStaffServer() : null;
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
        const isStaff = /^\/staff(?:[/?]|$)/.test(request.url);
        if (request.method !== 'GET') done();
        else if (staff && isStaff) staff.middlewares(request.raw, reply.raw, done);
        else vite.middlewares(request.raw, reply.raw, done);
      });
    },
    async close() {
      await Promise.all([vite.close(), staff?.close()]);
    },
  };
}
