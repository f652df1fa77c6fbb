import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readForm, textAt } from './form-body.ts';
import type { Journal } from './journal.ts';
import type { Payment, Session, StoredSession } from './objects.ts';
import {
  type CardFields,
  expiredPage,
  messagePage,
  payPage,
  receiptPage,
  returnUrl,
  TEST_CARD,
} from './pages.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-context.ts';

type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer };

const { resolve } = createRequire(import.meta.url);
const ASSETS: Readonly<Record<string, [path: string, type: string]>> = {
  '/assets/pay.css': [resolve('#sandbox/pay.css'), 'text/css; charset=utf-8'],
  '/assets/fraunces.woff2': [resolve('#root/public/fonts/fraunces.woff2'), 'font/woff2'],
  '/assets/nunito-sans.woff2': [resolve('#root/public/fonts/nunito-sans.woff2'), 'font/woff2'],
};
const DECLINED_CARD = '4000000000000002';
const DECLINED = 'Your card was declined. Please try another card.';

/** Serves the hosted pages: payment, receipt, and their assets. */
export function createPages(options: {
  provider: Provider;
  journal: Journal;
  clock: () => Date;
  practice: { name: string };
}): (method: string, path: string, body: string) => PageAnswer {
  const { provider, journal, practice } = options;
  const assets = new Map<string, PageAnswer>();

  function asset(path: string): PageAnswer | undefined {
    const file = ASSETS[path];
    if (!file) return undefined;
    let answer = assets.get(path);
    if (!answer) {
      const headers = { 'content-type': file[1], 'cache-control': 'public, max-age=3600' };
      assets.set(path, (answer = { status: 200, headers, body: readFileSync(file[0]) }));
    }
    return answer;
  }

  function payment(path: string): PageAnswer | undefined {
    const charge = /^\/receipts\/(ch_\w+)$/.exec(path)?.[1];
    if (charge === undefined) return undefined;
    const found = journal.all<Payment>('payment').find((each) => each.charge === charge);
    return found && html(200, receiptPage(practice.name, found, journal.get('session', found.session)));
  }

  function checkout(method: string, path: string, body: string): PageAnswer | undefined {
    const id = /^\/c\/pay\/(cs_\w+)$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    const stored = find(provider, id);
    if (!stored) return undefined;
    const over = answerOf(practice.name, stored.session);
    if (over) return over;
    if (method !== 'POST') return html(200, payPage(practice.name, stored, TEST_CARD, null), stored.session);

    const form = readForm(body);
    const card = cardOf(form);
    const refuse = (problem: string) =>
      html(200, payPage(practice.name, stored, card, problem), stored.session);
    if (textAt(form, 'act') === 'decline') return refuse(DECLINED);
    const problem = problemOf(card, options.clock());
    if (problem !== null) return refuse(problem);
    const number = digits(card.number);
    const paid = provider.pay(id, {
      number,
      postal_code: card.postal_code,
      declined: number === DECLINED_CARD,
    });
    if (!paid.ok && paid.reason === 'DECLINED') return refuse(DECLINED);
    const now = provider.storedSession(id).session;
    return answerOf(practice.name, now) ?? refuse('This payment could not be made. Please try again.');
  }

  return (method, path, body) =>
    asset(path) ??
    checkout(method, path, body) ??
    payment(path) ??
    html(404, messagePage(practice.name, 'Nothing here', 'This page of the payment sandbox does not exist.'));
}

/** The answer for a session that is not open: paid ones redirect to the site, expired ones show a page. */
function answerOf(practice: string, session: Session): PageAnswer | null {
  if (session.status === 'complete') {
    const location = returnUrl(session.success_url, session.id);
    return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
  }
  return session.status === 'expired' ? html(200, expiredPage(practice, session)) : null;
}

function find(provider: Provider, id: string): StoredSession | undefined {
  try {
    return provider.storedSession(id);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

function cardOf(form: ReturnType<typeof readForm>): CardFields {
  const at = (key: keyof CardFields) => (textAt(form, key) ?? '').slice(0, 30);
  return { number: at('number'), expiry: at('expiry'), cvc: at('cvc'), postal_code: at('postal_code') };
}

const digits = (text: string) => text.replace(/[\s-]/g, '');

/** The validation message for a card; null if it is valid. */
function problemOf(card: CardFields, now: Date): string | null {
  const number = digits(card.number);
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return 'Your card number is invalid.';
  const expiry = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(card.expiry);
  const month = Number(expiry?.[1]);
  if (!expiry || month < 1 || month > 12) return "Your card's expiry date is incomplete.";
  if (Date.UTC(2000 + Number(expiry[2]), month) <= now.getTime()) return 'Your card has expired.';
  if (!/^\d{3,4}$/.test(card.cvc.trim())) return "Your card's security code is incomplete.";
  return null;
}

function passesLuhn(number: string): boolean {
  let total = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    total += doubled > 9 ? doubled - 9 : doubled;
  }
  return total % 10 === 0;
}

/** form-action includes the site's origins, since browsers also check where the answer to a form redirects. */
function html(status: number, body: string, session?: Session): PageAnswer {
  const origins = session
    ? [session.success_url, session.cancel_url].map((url) => new URL(returnUrl(url, 'x')).origin)
    : [];
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; " +
        `form-action 'self' ${[...new Set(origins)].join(' ')}`.trim(),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
    body,
  };
}
