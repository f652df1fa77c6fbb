import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Call } from '#contract/call.ts';
import { confirmSignUp, signIn, signUp } from '#contract/client.calls.ts';
import { type Parts, urlOf } from '#web/api/send.ts';
import type { TestAnswer } from './app.ts';

export const GOOD_PASSWORD = 'Kitchari & ghee 7';
/** Another password that is good enough. */
export const OTHER_PASSWORD = 'Triphala at 9 tonight!';

type Answer<Json = unknown> = {
  status: number;
  text: string;
  json: Json;
  headers: LightMyRequestResponse['headers'];
};

let addresses = 0;

/** A browser: keeps cookies, sends same-origin requests, has a network address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly ip: string;
  readonly app: FastifyInstance;

  constructor(app: FastifyInstance, ip?: string) {
    this.app = app;
    addresses += 1;
    this.ip = ip ?? `10.${(addresses >> 8) & 0xff}.${addresses & 0xff}.7`;
  }

  /** Another tab, or a thief: the same cookies, from another address. */
  copy(): Browser {
    const other = new Browser(this.app);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /** Makes a call of the contract. */
  call<Input extends Parts, Output>(
    endpoint: Call<Input, Output>,
    ...input: {} extends Input ? [input?: Input, more?: InjectOptions] : [input: Input, more?: InjectOptions]
  ): Promise<Answer<TestAnswer<Output>['json']>>;
  call(endpoint: Call<unknown, unknown>, parts: Parts = {}, more?: InjectOptions): Promise<Answer> {
    return this.send(endpoint.method, urlOf(endpoint, parts), parts.body as object, more);
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    more: InjectOptions = {},
  ): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url,
      remoteAddress: this.ip,
      ...(body === undefined ? {} : { payload: body }),
      ...more,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...more.headers,
      },
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    let json: unknown;
    try {
      json = response.body === '' ? undefined : response.json();
    } catch {
      json = undefined;
    }
    return { status: response.statusCode, text: response.body, json, headers: response.headers };
  }

  get = (url: string, more?: InjectOptions) => this.send('GET', url, undefined, more);
  post = (url: string, body?: object, more?: InjectOptions) => this.send('POST', url, body, more);

  signUp = (username: string, password = GOOD_PASSWORD) =>
    this.call(signUp, { body: { username, password } });
  signIn = (username: string, password = GOOD_PASSWORD) =>
    this.call(signIn, { body: { username, password } });

  /** The digits of the newest mail to an address. */
  async codeFor(email: string): Promise<string> {
    const { json } = await this.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    return /\b\d{6}\b/.exec((json as { text: string }[])[0]!.text)![0];
  }

  /** Signs up, confirms and signs in. */
  async signUpAndIn(email: string, password = GOOD_PASSWORD): Promise<void> {
    await this.signUp(email, password);
    const confirmation_code = await this.codeFor(email);
    await this.call(confirmSignUp, { body: { email, confirmation_code } });
    const done = await this.signIn(email, password);
    if (done.status !== 200) throw new Error(done.text);
  }
}
