import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { afterFirstPaint } from '#web/layout/after-first-paint.ts';
import { inlineMark } from '#web/layout/inline-mark.ts';
import { knownPages, pageQueries, privatePages, sharedPages } from '#web/page-queries.ts';
import { pagesContext } from '#web/api/pages-context.ts';

export { inlineMark, knownPages, pageQueries, pagesContext, privatePages, sharedPages };

/** Longer than any loader may take; then the page fails instead of hanging. */
export const streamTimeout = 10_000;

/** Renders the page to one string, which is cached and compressed as a whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pagesContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const html = await renderWhole(
    <ServerRouter context={routerContext} url={request.url} nonce={inlineMark!} />,
  );
  // In development Vite's own scripts load the modules.
  page.html = import.meta.env.DEV ? html : afterFirstPaint(html, inlineMark!);
  return new Response(null, { status, headers });
}

function renderWhole(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce: inlineMark!,
      // No Suspense boundary is streamed later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const pieces: Buffer[] = [];
        pipe(
          new Writable({
            highWaterMark: Number.MAX_SAFE_INTEGER,
            write(piece: Buffer, _, done) {
              pieces.push(piece);
              done();
            },
            final(done) {
              resolve(Buffer.concat(pieces).toString());
              done();
            },
          }),
        );
      },
      onShellError: reject,
      onError(error) {
        console.error(error);
      },
    });
  });
}
