import { Writable } from 'node:stream';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { afterFirstPaint } from '#web/layout/after-first-paint.ts';
import { NonceContext } from '#web/layout/nonce.ts';
import { pagesContext } from '#web/pages-context.ts';

export { pagesContext };

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
  const { serverHandoffStream: loaded, ...withoutData } = routerContext;
  const data = loaded ? dataScript(await textOf(loaded), nonce) : '';
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={withoutData} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  );
  const end = html.lastIndexOf('</body>');
  const whole = html.slice(0, end) + data + html.slice(end);
  // In development Vite's own scripts come first and find their modules by themselves.
  page.html = import.meta.env.DEV ? whole : afterFirstPaint(whole, nonce);
  return new Response(null, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * The loaders' data for the browser, in the words of React Router's own StreamTransfer. That one would have it written
 * by React piece by piece as it arrives, which only the slower renderer below can wait for.
 */
function dataScript(data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, (sign) => ESCAPES[sign]!);
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** What React leaves where a part could not be rendered at once. */
const LEFT_TO_THE_BROWSER = '<!--$!-->';

/**
 * React makes a string in half the time of a stream, but cannot wait: the first page that shows a part with code of its
 * own, or one whose part failed, is rendered again by the stream, which waits and tells what failed.
 */
async function renderWhole(page: React.ReactNode, nonce: string): Promise<string> {
  const html = renderToString(page);
  return html.includes(LEFT_TO_THE_BROWSER) ? await renderPatiently(page, nonce) : `<!DOCTYPE html>${html}`;
}

function renderPatiently(page: React.ReactNode, nonce: string): Promise<string> {
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
