import { type OrderLine, type Payment, type Session, type StoredSession, withTax } from './objects.ts';

/** The hosted pages: plain HTML that works without scripts. */

/** The fields of the card form. */
export type CardFields = { number: string; expiry: string; cvc: string; postal_code: string };
export const TEST_CARD: CardFields = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  postal_code: '97214',
};

export function payPage(
  practice: string,
  stored: StoredSession,
  card: CardFields,
  problem: string | null,
): string {
  const { lines } = stored;
  const session = withTax(stored);
  const total = money(session.amount_total, session.currency);
  return page(
    practice,
    `Pay ${practice}`,
    `<main class="sheet">
<section class="order" aria-label="Your order">
<div class="brand">${MARK}<span>${escape(practice)}</span></div>
<h1 class="due"><span>${escape(`Pay ${practice}`)}</span> <strong>${total}</strong></h1>
${orderLines(lines, session.currency)}
${sums(session)}
</section>
<section class="pay card" aria-labelledby="by-card">
<h2 id="by-card">Pay by card</h2>
${problem === null ? '' : `<p class="problem" role="alert" tabindex="-1" autofocus>${escape(problem)}</p>`}
<form method="post" action="/c/pay/${escape(session.id)}">
<label>Card number
<input name="number" inputmode="numeric" autocomplete="off" required maxlength="23" value="${escape(card.number)}"></label>
<div class="pair">
<label>Expiry (MM / YY)
<input name="expiry" inputmode="numeric" autocomplete="off" required maxlength="7" value="${escape(card.expiry)}"></label>
<label>Security code
<input name="cvc" inputmode="numeric" autocomplete="off" required maxlength="4" value="${escape(card.cvc)}"></label>
</div>
<label>ZIP
<input name="postal_code" autocomplete="off" required maxlength="10" value="${escape(card.postal_code)}"></label>
<p class="hint">Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</p>
${session.custom_text?.submit ? `<p class="message">${withWholeTimes(session.custom_text.submit.message)}</p>` : ''}
<button type="submit" name="act" value="pay">Pay</button>
<button type="submit" name="act" value="decline" class="second" formnovalidate>Decline</button>
</form>
<a class="back" href="${escape(returnUrl(session.cancel_url, session.id))}">Cancel and return</a>
</section>
</main>`,
  );
}

/** A payment page that can no longer be paid. */
export function expiredPage(practice: string, session: Session): string {
  return quietPage(
    practice,
    'This payment page has expired',
    '<p>Nothing was charged. You can go back and choose your times again.</p>',
    { href: returnUrl(session.cancel_url, session.id), text: `Return to ${practice}` },
  );
}

export function receiptPage(practice: string, payment: Payment, stored: StoredSession | undefined): string {
  const lines = stored ? orderLines(stored.lines, payment.currency) : '';
  const refunded =
    payment.amount_refunded === 0
      ? ''
      : `<p>Refunded: <b class="num">${money(payment.amount_refunded, payment.currency)}</b></p>`;
  return quietPage(
    practice,
    `Receipt from ${practice}`,
    `<p>Paid on ${dateOf(payment.created)} with the card ending in ${escape(payment.last4)}.</p>
${stored?.session.custom_text?.submit ? `<p>${withWholeTimes(payment.description ?? '')}</p>` : ''}
${lines}
${stored ? sums(stored.session) : ''}
${refunded}`,
  );
}

export function messagePage(practice: string, heading: string, text: string): string {
  return quietPage(practice, heading, `<p>${escape(text)}</p>`);
}

/** The return address with the session's id in place of Stripe's placeholder. */
export function returnUrl(template: string, session_id: string): string {
  return template.replaceAll('{CHECKOUT_SESSION_ID}', session_id);
}

/** Formats cents as '$133.88'. */
function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    cents / 100,
  );
}

function orderLines(lines: readonly OrderLine[], currency: string): string {
  const items = lines.map(
    (line) =>
      `<li><b>${escape(line.name)}</b><span class="num">${money(line.amount, currency)}</span>` +
      `${line.description ? `<small>${withWholeTimes(line.description)}</small>` : ''}</li>`,
  );
  return `<ul class="lines">${items.join('')}</ul>`;
}

function sums(session: Session): string {
  const row = (name: string, cents: number, cls = '') =>
    `<div${cls}><dt>${name}</dt><dd class="num">${money(cents, session.currency)}</dd></div>`;
  return `<dl class="sums">${row('Subtotal', session.amount_subtotal)}${row(
    'Tax',
    session.total_details.amount_tax,
  )}${row('Total', session.amount_total, ' class="total"')}</dl>`;
}

function quietPage(
  practice: string,
  heading: string,
  html: string,
  link?: { href: string; text: string },
): string {
  const button = link ? `<a class="button" href="${escape(link.href)}">${escape(link.text)}</a>` : '';
  return page(
    practice,
    heading,
    `<main class="quiet"><div class="brand">${MARK}<span>${escape(practice)}</span></div>
<div class="card pay"><h1>${escape(heading)}</h1>${html}${button}</div></main>`,
  );
}

function page(practice: string, title: string, main: string): string {
  const heading = title.includes(practice) ? title : `${title} · ${practice}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(heading)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/pay.css">
</head>
<body>
<header class="practice"><p>Test payments: no money moves here.</p></header>
${main}
</body>
</html>`;
}

const dateOf = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000);

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const CLOCK = String.raw`\d{1,2}:\d\d [AP]M`;
const CLOCKS = new RegExp(CLOCK, 'g');
/** '9:00 AM - 10:30 AM PST,', as the site formats session times. */
const TIMES = new RegExp(String.raw`${CLOCK}(?: - ${CLOCK})?(?: [A-Z][\w+:-]*)?[,;]?`, 'g');

/** Escapes a text. Times are not broken across lines, and a clock time keeps its AM or PM. */
function withWholeTimes(text: string): string {
  const whole = (times: string) =>
    `<span class="times">${times.replace(CLOCKS, '<span class="num">$&</span>')}</span>`;
  return escape(text).replace(TIMES, whole);
}

/** The practice's leaf, as in the site's header. */
const MARK = `<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M36 5C40 24 34 38 12 40C20 38 27 34 25 28C23 22 17 19 21 13C24 9 30 7 36 5Z" fill="var(--mark-tint)" stroke="none"/><path d="M12 40C4 22 12 8 36 5C41 24 34 39 12 40Z"/><path d="M36 5C30 7 24 9 21 13C17 19 23 22 25 28C27 34 20 38 12 40L6.5 44.5"/></svg>`;
