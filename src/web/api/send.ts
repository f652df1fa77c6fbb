import type { Call } from '#contract/call.ts';

/** A call without its input and output types. */
export type Endpoint = Omit<Call<unknown, unknown>, 'types'>;

export type Parts = { params?: object | undefined; query?: object | undefined; body?: unknown };

/** Sends one request; this is the only fetch in the browser, besides that of code. It is in the code of every page, the rest of a call is not. */
export function send(
  endpoint: Endpoint,
  parts: Parts,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { body } = parts;
  return fetch(urlOf(endpoint, parts), {
    method: endpoint.method,
    credentials: endpoint.credentials,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
}

/** The address of a call with its parameters. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Parts): string {
  const path = Object.entries(params).reduce<string>(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
    endpoint.path,
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
