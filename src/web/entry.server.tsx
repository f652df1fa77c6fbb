import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { afterFirstPaint } from '#web/layout/after-first-paint.ts';
import { NonceContext } from '#web/layout/nonce.ts';
import { knownPages, pageQueries } from '#web/page-queries.ts';
import { pagesContext } from '#web/pages-context.ts';

export { knownPages, pageQueries, pagesContext };

/** Longer than any loader may take; then the page fails instead of hanging. */
export const streamTimeout = 10_000;

/** Renders one page to a whole string: it is cached, compressed and measured as one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pagesContext);
  const { nonce } = page;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  );
  // In development Vite's own scripts come first and find their modules by themselves.
  page.html = import.meta.env.DEV ? html : afterFirstPaint(html, nonce);
  return new Response(null, { status, headers });
}

function renderWhole(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // One piece: no boundary is sent later by a script.
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
