import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BROWSER_ENCODINGS } from './load.ts';
import type { CartItem } from './site.ts';

type Service = { id: string; format: string; base_price: number; service_location_type: string[] };
type Slot = { schedule_id: string; start: string; end: string };
/** A day of a service on which something is free. */
export type OpenDay = { service: Service; date: string };

export const DEMO = { email: 'demo@example.com', password: 'Garden-gate-7' };
const PASSWORD = 'Nettle&oats-7';
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', postal_code: '97214' };
const PATIENCE_MS = 30_000;

/** A browser without a window: it keeps cookies and asks as the site's own pages do. */
export class Visitor {
  readonly #baseUrl: string;
  readonly #cookies = new Map<string, string>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** The access cookie, for raw requests. */
  get access(): string {
    return this.#cookies.get('access') ?? '';
  }

  /** A page as a browser asks for it. @throws Error unless it comes */
  async page(path: string): Promise<void> {
    await this.#ask(path, { headers: { accept: 'text/html' } });
  }

  /** A call of the API. @throws Error unless it succeeds */
  async call<T>(path: string, body?: object): Promise<T> {
    const text = await this.#ask(
      path,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  signIn({ email, password }: { email: string; password: string }): Promise<void> {
    return this.call('/sign-in', { username: email, password });
  }

  /** Becomes a client with an account of their own, signed in. */
  async signUp(): Promise<{ email: string; password: string }> {
    const account = { email: `bench-${randomUUID()}@example.com`, password: PASSWORD };
    await this.call('/sign-up', { username: account.email, password: PASSWORD });
    const code = await this.#poll(async () => {
      const mails = await this.call<{ text: string }[]>(`/dev/mailbox.json?to=${account.email}`);
      return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
    });
    await this.call('/confirm-sign-up', { email: account.email, confirmation_code: code });
    await this.signIn(account);
    await this.call('/auth/create-user', {
      first_name: 'Ivo',
      last_name: 'Marlow',
      pronouns: 'he/him',
      birthdate: '1985-02-03',
      phone: '(503) 555-0142',
    });
    return account;
  }

  /** Days with free times of the one-to-one sessions at the studio, the freest first. */
  async openDays(): Promise<OpenDay[]> {
    const all = await this.call<Service[]>('/get-all-wellness-services');
    const sessions = all.filter(
      ({ format, service_location_type: places }) =>
        format === 'ONE_ON_ONE' && places.includes('FIXED_LOCATION'),
    );
    const found: (OpenDay & { free: number })[] = [];
    for (const service of sessions) {
      const { days } = await this.call<{ days: { date: string; open_slots: number }[] }>(
        '/auth/get-availabilities',
        { service: service.id, service_location_type: 'FIXED_LOCATION' },
      );
      found.push(...days.map(({ date, open_slots }) => ({ service, date, free: open_slots })));
    }
    return found.filter(({ free }) => free > 0).toSorted((one, other) => other.free - one.free);
  }

  /** The first free time of a day, as an item of the cart. @throws Error if there is none */
  async freeSlot({ service, date }: OpenDay): Promise<CartItem> {
    const [slot] = await this.call<Slot[]>('/auth/get-slots', {
      service: service.id,
      date,
      cart_items: [],
    });
    if (!slot) throw new Error(`Nothing is free on ${date}`);
    return {
      service_id: service.id,
      schedule_id: slot.schedule_id,
      selectedDate: date,
      start_time: slot.start,
      end_time: slot.end,
      selected_price: Math.round(service.base_price * 100),
    };
  }

  /** Holds a slot and hands back the address of its payment page. */
  async hold(item: CartItem): Promise<string> {
    const cart = { items: [item], total_amount: item.selected_price };
    return (await this.call<{ url: string }>('/auth/create-checkout', cart)).url;
  }

  /** Pays on the sandbox's page and hands back the path that it leads to. */
  async pay(url: string): Promise<string> {
    const body = new URLSearchParams({ ...CARD, act: 'pay' });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    await answer.text();
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`Paying answered ${answer.status}`);
    const { pathname, search } = new URL(location);
    return pathname + search;
  }

  /** The page after paying, which asks until the booking is confirmed. */
  async confirmation(path: string): Promise<void> {
    await this.page(path);
    const { search } = new URL(path, this.#baseUrl);
    await this.#poll(async () => {
      const { status } = await this.call<{ status: string }>(`/auth/checkout-status${search}`);
      return status === 'PAID' ? status : undefined;
    });
  }

  /** Asks until there is something. @throws Error if nothing comes */
  async #poll<T>(find: () => Promise<T | undefined>): Promise<T> {
    for (const limit = performance.now() + PATIENCE_MS; performance.now() < limit; await wait(50)) {
      const found = await find();
      if (found !== undefined) return found;
    }
    throw new Error('The site took too long');
  }

  async #ask(path: string, request: RequestInit = {}): Promise<string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(this.#baseUrl + path, {
      ...request,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'accept-encoding': BROWSER_ENCODINGS,
        'sec-fetch-site': 'same-origin',
        cookie,
        ...(request.headers as Record<string, string>),
      },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${request.method ?? 'GET'} ${path} answered ${answer.status}: ${text}`);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return text;
  }
}
