import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readStaticFiles, sendStaticFile, type StaticFile, type StaticFiles } from './static-files.ts';

/** Files of the staff area: from its own build, which no page of a client loads. Empty in development. */
export type StaffFiles = StaticFiles;

/**
 * Reads the build of the staff area.
 * @throws Error that says what to run, if there is no build
 */
export function builtStaffArea(buildFolder: string): StaffFiles {
  const folder = join(buildFolder, 'staff');
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`The staff area is not built: ${folder} is missing. Run "npm run build".`);
  return readStaticFiles(folder);
}

/** Answers /staff and everything below: a built file, else the one page that renders every screen in the browser. */
export function serveStaffArea(app: FastifyInstance, files: StaffFiles): void {
  const page: StaticFile = { ...files.get('/index.html')!, cacheControl: 'private, no-cache' };
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    const path = request.url.split('?', 1)[0]!.slice('/staff'.length);
    if (!path.startsWith('/assets/')) return sendStaticFile(request, reply, page);
    const file = files.get(path);
    return file ? sendStaticFile(request, reply, file) : reply.callNotFound();
  };
  for (const url of ['/staff', '/staff/*'])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      schema: { hide: true } as object,
      handler: answer,
    });
}
