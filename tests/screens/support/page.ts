import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { writeOut } from '#domain/people/personal.ts';
import { type Parts, urlOf } from '#web/api/send.ts';
import { resetStores } from '#web/ui/store.ts';
import type { TestApp } from '#tests/support/app.ts';
import { atEnd } from '#tests/support/at-end.ts';
import { ORIGIN } from './dom.ts';
import { documentLocator, Locator, press, user } from './locator.ts';

type Answer = (ask: () => Promise<Response>, url: string) => Promise<Response>;
type Interception = { method: string; path: string; answer: Answer };

/** One of the two applications: how it is shown in the document, and what it forgets with its page. */
type Area = { show: (page: Page, path: string, state: unknown) => Promise<() => void>; leave: () => void };

/** The page that the one fetch of the browser's code asks for. */
let current: Page | null = null;
const show = (page: Page | null): void => {
  current?.close();
  current = page;
};
const nodeFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const asked = input instanceof Request ? input.url : String(input);
  const url = asked.startsWith('/') ? ORIGIN + asked : asked;
  if (!url.startsWith(ORIGIN)) return nodeFetch(input, init);
  if (!current) return Promise.reject(new TypeError('No page is open'));
  return current.fetch(url.slice(ORIGIN.length), init);
};

/** A page in this process: its calls go through its cookies to an app, whose clock is the page's clock too. */
export class Page extends Locator {
  readonly app: TestApp;
  /** What went wrong in the page without anybody seeing it. A test that ends with any has failed. */
  readonly errors: string[] = [];
  /** The calls that were made, as `GET /path`. */
  readonly requests: string[] = [];
  readonly keyboard = { press, type: (text: string) => user.keyboard(text.replace(/[[{]/g, '$&$&')) };
  readonly #cookies = new Map<string, string>();
  readonly #interceptions: Interception[] = [];
  readonly #area: Area;
  readonly #headers: Record<string, string>;
  #close: (() => void) | undefined;

  constructor(app: TestApp, area: Area, headers: Record<string, string> = {}) {
    super((root) => documentLocator.elements(root), '');
    this.app = app;
    this.#area = area;
    this.#headers = headers;
    const complain = vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      this.errors.push(words.map(String).join(' ').slice(0, 2000));
    });
    atEnd(async () => {
      this.close();
      complain.mockRestore();
      expect(this.errors).toEqual([]);
      localStorage.clear();
      sessionStorage.clear();
    });
  }

  /** Opens an address as a new page: what was typed into the last one and not kept is gone. */
  goto(path: string): Promise<void> {
    return this.#open(path, null);
  }
  /** Opens the same address again, with the state of its history entry. */
  reload(): Promise<void> {
    return this.#open(this.url(), history.state);
  }
  async #open(path: string, state: unknown): Promise<void> {
    show(this);
    // Where the payment page was, which is no page of the site.
    if (location.origin !== ORIGIN) location.href = ORIGIN;
    vi.useFakeTimers({ toFake: ['Date'], now: this.app.clock.now() });
    document.body.replaceChildren();
    resetStores();
    if (this.#cookies.has('login')) document.cookie = 'login=1; path=/';
    this.#close = await this.#area.show(this, path, state);
  }
  close(): void {
    this.#close?.();
    this.#close = undefined;
    if (current !== this) return;
    this.#area.leave();
    current = null;
    vi.useRealTimers();
  }
  /** The path and query of the address. */
  url(): string {
    return location.pathname + location.search;
  }
  /** Moves the clock of app and page; timers stay as they are. */
  setTime(at: Date): void {
    this.app.clock.set(at);
    vi.setSystemTime(at);
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
    // The one cookie that scripts may read.
    if (name === 'login' && current === this) document.cookie = 'login=1; path=/';
  }
  clearCookies(): void {
    this.#cookies.clear();
    document.cookie = 'login=; path=/; max-age=0';
  }
  /** Answers a call in place of the app until the returned function is called. */
  intercept(method: string, path: string, answer: Answer): () => void {
    const interception = { method, path, answer };
    this.#interceptions.push(interception);
    return () => void this.#interceptions.splice(this.#interceptions.indexOf(interception), 1);
  }

  /** Makes a call as a page does, with this browser's cookies. */
  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const answer = await this.app.request({
      ...options,
      headers: { ...this.#headers, ...options.headers },
      cookies: Object.fromEntries(this.#cookies),
    });
    // Node writes the time of this machine.
    answer.headers.date = this.app.clock.now().toUTCString();
    for (const { name, value, maxAge } of answer.cookies as Cookie[]) {
      if (maxAge !== 0 && value !== '') this.setCookie(name, value);
      else {
        this.#cookies.delete(name);
        if (current === this) document.cookie = `${name}=; path=/; max-age=0`;
      }
    }
    return answer;
  }

  /** Makes a call of the contract with this browser's cookies, which must succeed. Returns its answer. */
  async call<Input extends Parts, Output>(
    endpoint: Call<Input, Output>,
    ...[input]: {} extends Input ? [input?: Input] : [input: Input]
  ): Promise<Output> {
    const parts: Parts = input ?? {};
    const { body } = parts;
    const { statusCode, body: text } = await this.send({
      method: endpoint.method,
      url: urlOf(endpoint, parts),
      ...(body ? { payload: body } : {}),
    });
    expect(statusCode, `${endpoint.path}: ${text}`).toBeLessThan(300);
    return JSON.parse(writeOut(text || 'null')) as Output;
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const path = url.split('?', 1)[0]!;
    this.requests.push(`${method} ${path}`);
    const ask = async () => responseOf(await this.send(await injected(url, method, init)));
    const { signal } = init;
    signal?.throwIfAborted();
    const answer = this.answer(method, url, ask);
    if (!signal) return answer;
    return Promise.race([
      answer,
      new Promise<never>((_, reject) => (signal.onabort = () => reject(signal.reason as Error))),
    ]);
  }

  /** What the app answers, or what the test answers in its place. */
  answer(method: string, url: string, ask: () => Promise<Response>): Promise<Response> {
    const path = url.split('?', 1)[0]!;
    return this.#interceptions
      .filter((each) => each.method === method && (each.path === path || path.startsWith(`${each.path}/`)))
      .reduce<() => Promise<Response>>((next, each) => () => each.answer(next, url), ask)();
  }
}

type Cookie = { name: string; value: string; maxAge?: number };

async function injected(url: string, method: string, { headers, body }: RequestInit): Promise<InjectOptions> {
  const payload =
    typeof body === 'string' || !body ? body : Buffer.from(await new Response(body).arrayBuffer());
  return {
    method: method as 'GET',
    url,
    headers: Object.fromEntries(new Headers(headers)),
    ...(payload ? { payload } : {}),
  };
}

export function responseOf({ statusCode, headers, rawPayload }: LightMyRequestResponse): Response {
  const isEmpty = statusCode === 204 || statusCode === 304;
  return new Response(isEmpty ? null : new Uint8Array(rawPayload), {
    status: statusCode,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  });
}
