import { type Agent, request } from 'node:http';

/** What came back; status 0: no answer at all. */
export type Heard<T = Record<string, unknown>> = {
  status: number;
  body: T;
  headers: Record<string, string | string[] | undefined>;
  ms: number;
};
type Question = {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  /** The access cookie of a login. */
  token?: string;
  /** The cookie of a staff session. */
  staff_token?: string;
  agent?: Agent;
  /** Milliseconds after which it counts as unanswered. */
  patience_ms?: number;
};

const PATIENCE_MS = 60_000;

/**
 * One request as a browser on the site's own pages sends it. Without an agent it has a connection of its own: one that
 * was kept from a process that is gone would say something about this client and nothing about the site.
 */
export function ask<T = Record<string, unknown>>(
  origin: string,
  path: string,
  { method = 'GET', body, token, staff_token, agent, patience_ms = PATIENCE_MS }: Question = {},
): Promise<Heard<T>> {
  const began = performance.now();
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve) => {
    const give = (status: number, said: string, headers: Heard['headers']) => {
      let parsed: unknown = {};
      try {
        parsed = JSON.parse(said);
      } catch {
        // a page, or nothing
      }
      resolve({ status, body: parsed as T, headers, ms: performance.now() - began });
    };
    const sent = request(
      `${origin}${path}`,
      {
        method,
        agent: agent ?? false,
        signal: AbortSignal.timeout(patience_ms),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(token === undefined ? {} : { cookie: `access=${token}` }),
          ...(staff_token === undefined ? {} : { cookie: `staff=${staff_token}` }),
          ...(text === ''
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        let said = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (said += part));
        answer.on('end', () => give(answer.statusCode ?? 0, said, answer.headers));
        answer.on('error', () => give(0, '', {}));
      },
    );
    sent.on('error', () => give(0, '', {}));
    sent.end(text);
  });
}

/** Asks until it is true; false if the deadline passes first. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  deadline_ms: number,
  every_ms = 25,
): Promise<boolean> {
  const limit = performance.now() + deadline_ms;
  while (!(await isSo())) {
    if (performance.now() > limit) return false;
    await new Promise((resolve) => setTimeout(resolve, every_ms));
  }
  return true;
}
