import { request } from 'node:http';

export type Answer = { status: number; text: string; code: string | undefined };

/** A browser that reaches processes over the network: it keeps cookies and comes from an address of its own. */
export class RealBrowser {
  readonly cookies: Map<string, string>;
  readonly ip: string;

  constructor(ip = '10.0.0.1', cookies: ReadonlyMap<string, string> = new Map()) {
    this.ip = ip;
    this.cookies = new Map(cookies);
  }

  /** Another one with the same cookies: a second tab, or a thief. */
  copy(ip = this.ip): RealBrowser {
    return new RealBrowser(ip, this.cookies);
  }

  /** The same with one cookie alone. */
  carrying(name: string): RealBrowser {
    const value = this.cookies.get(name);
    return new RealBrowser(this.ip, new Map(value === undefined ? [] : [[name, value]]));
  }

  get(origin: string, path: string): Promise<Answer> {
    return this.send(origin, 'GET', path);
  }

  post(origin: string, path: string, body?: object): Promise<Answer> {
    return this.send(origin, 'POST', path, body);
  }

  /** Status 0: no answer at all. */
  send(origin: string, method: string, path: string, body?: object): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve) => {
      const none = () => resolve({ status: 0, text: '', code: undefined });
      const sent = request(
        `${origin}${path}`,
        {
          method,
          agent: false,
          signal: AbortSignal.timeout(120_000),
          headers: {
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': this.ip,
            ...(cookie === '' ? {} : { cookie }),
            ...(text === ''
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
        },
        (answer) => {
          let said = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => (said += part));
          answer.on('error', none);
          answer.on('end', () => {
            this.#keep(answer.headers['set-cookie'] ?? []);
            resolve({ status: answer.statusCode ?? 0, text: said, code: codeIn(said) });
          });
        },
      );
      sent.on('error', none);
      sent.end(text);
    });
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function codeIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { code?: string }).code;
  } catch {
    return undefined; // a page, words alone, or nothing
  }
}
