import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#contract/staff-page.ts';
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

/**
 * Answers /staff and everything below: a built file, else the one page that renders every screen in the browser. For a
 * member who is signed in the page holds the first answers, and no cache may keep it.
 */
export function serveStaffArea(
  app: FastifyInstance,
  files: StaffFiles,
  policy: string,
  readFirstAnswers: (request: FastifyRequest) => Promise<FirstAnswers | null>,
): void {
  const page: StaticFile = { ...files.get('/index.html')!, cacheControl: 'private, no-cache' };
  const html = page.plain.toString();
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': policy,
    });
    const path = request.url.split('?', 1)[0]!.slice('/staff'.length);
    if (path.startsWith('/assets/')) {
      const file = files.get(path);
      return file ? sendStaticFile(request, reply, file) : reply.callNotFound();
    }
    // Without them the screen asks for itself, and says what failed.
    const answers = await readFirstAnswers(request).catch((err: unknown) => {
      request.log.warn({ err }, 'The page of the staff area goes out without its first answers.');
      return null;
    });
    if (!answers) return sendStaticFile(request, reply, page);
    return reply
      .header('cache-control', 'private, no-store')
      .type(page.type)
      .send(withAnswers(html, answers));
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

/** A script of type JSON holds data, so that the policy need not allow it. No text in it can close it. */
function withAnswers(html: string, answers: FirstAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`);
  const data = `<script type="application/json" id="${FIRST_ANSWERS_ID}">${json}</script>`;
  const end = html.lastIndexOf('</body>');
  return html.slice(0, end) + data + html.slice(end);
}
