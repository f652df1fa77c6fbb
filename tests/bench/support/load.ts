import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a load generator is asked to do. Requests are raw HTTP/1.1, taken in turn by all connections. */
export type LoadOrder = {
  port: number;
  connections: number;
  requests: string[];
  /** Ends after so long, or when `once` and every request was sent. */
  ms: number;
  once: boolean;
};
/** Milliseconds; `statuses` counts answers by their status. */
export type LoadResult = {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
  statuses: Record<string, number>;
};

/** A process of its own that sends requests, so that sending costs the measured server nothing but the core. */
export type LoadGenerator = { run(order: LoadOrder): Promise<LoadResult>; stop(): Promise<void> };

export function startLoadGenerator(): LoadGenerator {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load-process.ts'));
  return {
    async run(order) {
      child.send(order);
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    async stop() {
      const left = once(child, 'exit');
      child.disconnect();
      await left;
    },
  };
}

/** One request as it goes over the wire. */
export function rawRequest(
  method: 'GET' | 'POST',
  path: string,
  more: { body?: object; access?: string; headers?: Readonly<Record<string, string>> } = {},
): string {
  const body = more.body === undefined ? '' : JSON.stringify(more.body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'sec-fetch-site: same-origin',
    ...(more.access ? [`cookie: access=${more.access}`] : []),
    ...Object.entries(more.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The Accept-Encoding that Chromium and Firefox send. */
export const BROWSER_ENCODINGS = 'gzip, deflate, br, zstd';
