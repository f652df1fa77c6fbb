import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { policyOf } from '#domain/money/refunds.ts';
import { visibleCents } from '#domain/money/visible-money.ts';
import type { MailBody } from './outbox.ts';
import type { MailedBooking } from './mailed-booking.ts';
import {
  accountDeletedMail,
  emailChangeCodeMail,
  emailChangedMail,
  passwordChangedMail,
  passwordResetMail,
  verificationCodeMail,
} from './templates/account.ts';
import { balancePaidMail, paymentLinkMail, paymentRefundedMail, refundMail } from './templates/payments.ts';
import { bookedForYouMail } from './templates/booked-for-you.ts';
import { bookingCancelledMail } from './templates/booking-cancelled.ts';
import { bookingRescheduledMail, clientChangeMail } from './templates/booking-rescheduled.ts';
import {
  clientInvitationMail,
  formReminderMail,
  houseCallDecisionMail,
  houseCallsApprovedMail,
  noteWaitingMail,
  staffMessageMail,
} from './templates/client-messages.ts';
import { bookingConfirmedMail } from './templates/booking-confirmed.ts';
import {
  calendarUnreadMail,
  manyHoldsMail,
  newBookingsMail,
  paymentsDifferMail,
  photosNotRemovedMail,
  refundFailedMail,
  repeatedRefundsMail,
} from './templates/practice-notices.ts';
import {
  balanceReturnedMail,
  disputeMail,
  externalRefundMail,
  nameOfClient,
  paymentMismatchMail,
  productGoneMail,
  refundRefusedMail,
} from './templates/payment-notices.ts';
import { reminderMail } from './templates/reminder.ts';
import {
  unmatchedPaymentMail,
  unmatchedRefundedMail,
  unmatchedRefusedMail,
} from './templates/unmatched-payment.ts';
import {
  manyPausedMail,
  newDeviceMail,
  signInPausedMail,
  staffPasswordKnownMail,
  staffSignInPausedMail,
} from './templates/staff-account.ts';

import routes from '#web/routes.ts';
import {
  waitlistEndedMail,
  waitlistJoinedMail,
  waitlistMissedMail,
  waitlistMovedMail,
  waitlistOfferMail,
} from './templates/waitlist.ts';

const shown = (cents: number) => visibleCents(cents, { has_chosen_price: false });
const POLICY = { full_refund_hours: 24 };

const site_url = 'https://sattvaandsage.example';
const now = new Date('2026-03-02T17:00:00Z');
const booking: MailedBooking = {
  id: '7b0c1f2e-0000-4000-8000-000000000001',
  service_name: 'Ayurvedic Consultation',
  service_type: 'AYURVEDA',
  start_time: new Date('2026-03-10T16:00:00Z'), // two days after the clocks changed
  end_time: new Date('2026-03-10T17:30:00Z'),
  location_type: 'FIXED_LOCATION',
  location_name: 'Secret Studio',
  visit_address: null,
  price_cents: 12_500,
  sequence: 0,
};
const atHome: MailedBooking = {
  ...booking,
  id: '7b0c1f2e-0000-4000-8000-000000000002',
  location_type: 'HOUSE_CALL',
  visit_address: {
    street_number: '1420',
    route: 'SE Taylor Street',
    subpremise: '3B',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  },
};
const confirmed = {
  policy: POLICY,
  first_name: 'Maren',
  bookings: [booking],
  total_cents: 13_750,
  tax_cents: 1250,
  receipt_url: 'https://pay.example/receipt?a=1&b=2',
  forms_due: ['Health history', 'Consent'],
  site_url,
  now,
};

const due = {
  service_name: 'Massage',
  start_time: booking.start_time.toISOString(),
  end_time: booking.end_time.toISOString(),
  balance_cents: 8500,
  price_range: null,
};
const expires_at = new Date('2026-04-01T17:00:00Z');
const visit_url = `${site_url}/visit/k3y`;

const unmatchedRefunded = unmatchedRefundedMail({
  client: { first_name: 'Maren', email: 'maren@example.com' },
  amount_cents: 13_750,
  session_id: 'cs_test_123',
  site_url,
});

const waiting = { first_name: 'Maren', service_name: 'Massage', site_url };

const ALL: Record<string, MailBody> = {
  'verification code': verificationCodeMail({ code: '042137', key: 'k3y', site_url }),
  'password reset': passwordResetMail({ code: '042137', key: 'k3y', site_url }),
  'sign-in paused': signInPausedMail({ key: 'k3y', site_url }),
  'staff sign-in paused': staffSignInPausedMail({ site_url }),
  'staff password known': staffPasswordKnownMail({ site_url }),
  'new sign-in of staff': newDeviceMail({
    name: 'Nalini',
    device: 'Firefox on Linux',
    at: now,
    site_url,
  }),
  'many addresses paused': manyPausedMail({ paused: 21, site_url }),
  'e-mail change code': emailChangeCodeMail({ code: '042137', site_url }),
  'e-mail changed': emailChangedMail({ at: now, key: 'k'.repeat(43), site_url }),
  'password changed': passwordChangedMail({ at: now, site_url }),
  'booking confirmed': bookingConfirmedMail(confirmed),
  reminder: reminderMail({
    first_name: 'Maren',
    booking,
    hours: 24,
    forms_due: ['Consent'],
    site_url,
  }),
  'reminder without a login': reminderMail({
    first_name: 'Maren',
    booking: { ...booking, visit_url },
    hours: 48,
    forms_due: ['Consent'],
    site_url,
  }),
  'payment refunded': paymentRefundedMail({
    first_name: 'Maren',
    refunded_cents: 13_750,
    why: 'TIME_GONE',
    sessions: [booking],
    site_url,
  }),
  'payment refunded by hand': paymentRefundedMail({
    first_name: 'Maren',
    refunded_cents: 13_750,
    why: 'BY_PRACTICE',
    sessions: [booking],
    site_url,
  }),
  'payment link': paymentLinkMail({
    first_name: 'Maren',
    lines: [due],
    expires_at,
    url: visit_url,
    site_url,
  }),
  'payment link with an open price': paymentLinkMail({
    first_name: null,
    lines: [due, { ...due, price_range: { min_cents: 6000, max_cents: 12_000 } }],
    expires_at,
    url: visit_url,
    site_url,
  }),
  'balance paid': balancePaidMail({
    first_name: 'Maren',
    total_cents: 13_750,
    tax_cents: 1250,
    receipt_url: 'https://pay.example/receipt?a=1&b=2',
    sessions: [booking],
    site_url,
  }),
  'refund of a part': refundMail({
    first_name: 'Maren',
    booking: { ...booking, visit_url },
    refunded_cents: 2000,
    site_url,
  }),
  'booked by staff': bookedForYouMail({
    policy: POLICY,
    first_name: 'Maren',
    bookings: [booking],
    payment: 'LATER',
    is_price_open: false,
    forms_due: ['Consent'],
    site_url,
    now,
  }),
  'a series booked by staff, for a client without a login': bookedForYouMail({
    policy: POLICY,
    first_name: '',
    bookings: [
      { ...booking, visit_url },
      { ...atHome, visit_url: `${visit_url}2` },
    ],
    payment: 'ONLINE',
    is_price_open: true,
    forms_due: ['Consent'],
    site_url,
    now,
  }),
  'rescheduled by staff': bookingRescheduledMail({
    first_name: 'Maren',
    booking,
    before: { start_time: now, end_time: now },
    by: 'STAFF',
    full_refund_until: booking.start_time,
    message: 'See you then!',
    site_url,
    now,
  }),
  'rescheduled by the client': bookingRescheduledMail({
    first_name: null,
    booking,
    before: { start_time: now, end_time: now },
    by: 'CLIENT',
    full_refund_until: null,
    message: null,
    site_url,
    now,
  }),
  'rescheduled by staff, with nothing paid': bookingRescheduledMail({
    first_name: 'Petra',
    booking: { ...booking, price_cents: 0, visit_url },
    before: { start_time: now, end_time: now },
    by: 'STAFF',
    full_refund_until: null,
    message: null,
    site_url,
    now,
  }),
  'booked for free': bookedForYouMail({
    policy: POLICY,
    first_name: 'Maren',
    bookings: [booking],
    payment: 'FREE',
    is_price_open: false,
    forms_due: [],
    site_url,
    now,
  }),
  'cancelled by a client': clientChangeMail({ client: 'Maren K.', booking, before: null, site_url }),
  'client invitation': clientInvitationMail({ first_name: 'Petra', token: 'k3y', site_url }),
  'note waiting': noteWaitingMail({ first_name: 'Maren', booking_id: 'b1', site_url }),
  'form reminder': formReminderMail({ first_name: 'Petra', forms: ['Consent'], visit_url: null, site_url }),
  'form reminder without a login': formReminderMail({
    first_name: '',
    forms: ['Health history', 'Consent'],
    visit_url,
    site_url,
  }),
  'staff message': staffMessageMail({
    subject: 'Parking',
    text: 'Hello,\n\nat the gate.',
    visit_url,
    site_url,
  }),
  'house call decision': houseCallDecisionMail({ first_name: 'Ana', site_url }),
  'booking cancelled': bookingCancelledMail({
    first_name: null,
    booking,
    refunded_cents: 12_500,
    by_client: false,
    policy: policyOf({ full_refund_hours: 24 }),
    message: 'I am ill. See you next week!',
    site_url,
    now,
  }),
  'house calls approved': houseCallsApprovedMail({ first_name: 'Maren', site_url }),
  'refund failed': refundFailedMail({
    client: { first_name: 'Maren', email: 'maren@example.com' },
    amount_cents: shown(9223),
    payment_intent_id: 'pi_123',
    failure_reason: 'lost_or_stolen_card',
    site_url,
  }),
  'refund elsewhere': externalRefundMail({
    client: { first_name: 'Maren', email: 'maren@example.com' },
    amount_cents: shown(2000),
    payment_intent_id: 'pi_123',
    sessions: ['Massage, Tue, Mar 3 at 9:00 AM'],
    site_url,
  }),
  'refund refused': refundRefusedMail({
    client: undefined,
    amount_cents: shown(9223),
    payment_intent_id: 'pi_123',
    code: 'charge_disputed',
    site_url,
  }),
  'balance returned': balanceReturnedMail({
    client: { first_name: 'Petra', last_name: 'Novak', email: '', phone: '+15035550133' },
    amount_cents: null,
    payment_intent_id: 'pi_123',
    sessions: ['Massage, Tue, Mar 3 at 9:00 AM'],
    site_url,
  }),
  'payments differ': paymentsDifferMail({ lines: ['cs_test_123 is paid there, not here.'], site_url }),
  'repeated refunds': repeatedRefundsMail({ days: 30, site_url }),
  'product gone': productGoneMail({ service_name: 'Circle', product_id: 'prod_123', site_url }),
  'payment disputed': disputeMail({
    client: { first_name: null, email: 'maren@example.com' },
    amount_cents: shown(9223),
    payment_intent_id: 'pi_123',
    reason: 'product_not_received',
    outcome: null,
    answer_by: 'March 17, 2026',
    sessions: ['Massage, Tue, Mar 3 at 9:00 AM'],
    site_url,
  }),
  'payment mismatch': paymentMismatchMail({
    client: { first_name: 'Maren', email: 'maren@example.com' },
    amount_cents: shown(9223),
    payment_intent_id: null,
    wrong: 'amount',
    site_url,
  }),
  'another calendar cannot be read': calendarUnreadMail({
    host: 'calendar.example',
    read_at: now,
    problem: 'This address no longer works. Please copy it again from your calendar, and paste the new one.',
    site_url,
  }),
  'new bookings': newBookingsMail({ bookings: [{ ...booking, client: 'Maren K.' }], site_url }),
  'many holds': manyHoldsMail({
    open_minutes: 4020,
    held_minutes: 1440,
    accounts: 11,
    new_accounts: 11,
    networks: 3,
    site_url,
  }),
  'payment without a checkout': unmatchedPaymentMail({
    client: { first_name: 'Maren', email: 'maren@example.com' },
    session_id: 'cs_test_123',
    payment_intent_id: 'pi_123',
    refund_at: new Date('2026-03-03T17:00:00Z'),
    site_url,
  }),
  'payment without a checkout, refunded': unmatchedRefunded.practice,
  'payment without a checkout, refunded, to the client': unmatchedRefunded.client,
  'payment without a checkout, refused': unmatchedRefusedMail({
    session_id: 'cs_test_123',
    code: 'charge_disputed',
    site_url,
  }),
  'in line': waitlistJoinedMail({ ...waiting, text: 'Any day, 8:00 AM - 9:00 AM', position: 2 }),
  'an offer': waitlistOfferMail({
    ...waiting,
    start_time: booking.start_time,
    end_time: booking.end_time,
    ends_at: now,
    url: `${site_url}/profile/schedule?offer=b1`,
  }),
  'an offer that was missed': waitlistMissedMail({ ...waiting, is_paused: false, schedule_url: null }),
  'two offers that were missed': waitlistMissedMail({
    ...waiting,
    is_paused: true,
    schedule_url: `${site_url}/profile/schedule`,
  }),
  'the end of a wait for a class': waitlistEndedMail({ ...waiting, before: now }),
  'the end of a wait for any time': waitlistEndedMail({ ...waiting, before: null }),
  'a class that clients wait for has moved': waitlistMovedMail({
    ...waiting,
    before: now,
    start_time: booking.start_time,
    end_time: booking.end_time,
    has_login: true,
    message: 'See you then!',
  }),
  'photos not removed': photosNotRemovedMail({ count: 2, site_url }),
  'account deleted': accountDeletedMail({ cancelled: [booking], refunded_cents: 12_500, site_url }),
  'record deleted': accountDeletedMail({
    cancelled: [booking],
    refunded_cents: 12_500,
    is_kept_record: true,
    site_url,
  }),
};

const STAFF_PATHS = readFileSync(join(import.meta.dirname, '../../staff/router.tsx'), 'utf8').matchAll(
  /path: '(.*?)'/g,
);
const PAGES = [
  ...(routes as RouteObject[]),
  { path: 'staff' },
  ...[...STAFF_PATHS].map(([, path]) => ({ path: `staff/${path!}` })),
].filter(({ path }) => path !== '*' && path !== 'staff/*');

it('are all here', async () => {
  const own = readFileSync(import.meta.filename, 'utf8');
  for (const file of readdirSync(join(import.meta.dirname, 'templates'))) {
    const made = Object.keys((await import(`./templates/${file.slice(0, -3)}.ts`)) as object);
    expect(made.filter((name) => name.endsWith('Mail') && !own.includes(`${name}({`))).toEqual([]);
  }
});

describe.each(Object.entries(ALL))('%s', (_kind, mail) => {
  it('says the same as text and as HTML, for light and dark', () => {
    expect(mail.subject).toMatch(/\S/);
    const seen = mail.html
      .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&#39;/g, "'")
      .replace(/\s+/g, ' ');
    for (const line of mail.text.split('\n')) {
      const words = line
        .replace(/: https.*$/, '')
        .replace(/^(- |[\w ]+: )/, '')
        .trim();
      if (words && words !== '--') expect(seen.toLowerCase()).toContain(words.toLowerCase());
    }
    expect(mail.html).toContain('prefers-color-scheme:dark');
    expect(mail.html).toContain('name="color-scheme" content="light dark"');
  });
  it('leads to pages that exist', () => {
    const links = [...`${mail.text} ${mail.html}`.matchAll(/https:\/\/sattvaandsage\.example[^\s"<]*/g)];
    for (const [link] of links) expect(matchRoutes(PAGES, new URL(link).pathname), link).not.toBeNull();
    expect(links).not.toEqual([]);
  });
  it('loads nothing: no picture, no script, no style sheet', () => {
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import/i);
  });
});

it('a code is a line of its own in the text, six digits', () => {
  for (const kind of ['verification code', 'password reset']) {
    expect(ALL[kind]!.text.match(/\b\d{6}\b/g)).toEqual(['042137']);
    expect(ALL[kind]!.text).toContain('ten minutes');
  }
});

describe('the confirmation', () => {
  const { text, attachments } = bookingConfirmedMail(confirmed);
  it('says what, when with the zone, where, what it cost, what to prepare and which forms are due', () => {
    expect(text).toContain('What: Ayurvedic Consultation');
    expect(text).toContain('When: Tuesday, March 10, 2026, 9:00 AM - 10:30 AM PDT');
    expect(text).toContain('2814 SE Ankeny Street\nPortland, OR 97214');
    expect(text).toContain('Paid: $137.50, including $12.50 tax.');
    expect(text).toContain('To cancel or to choose another time, open the session on your schedule.');
    expect(text).toContain('https://pay.example/receipt?a=1&b=2');
    expect(text).toContain('Bring any herbs or supplements you take');
    expect(text).toContain('- Health history\n- Consent');
    expect(text).toContain(`${site_url}/profile/forms`);
  });
  it('keeps the parts of a time on one line of the page', () => {
    expect(bookingConfirmedMail(confirmed).html).toContain(
      '10, 2026, 9:00\u00a0AM\u00a0- 10:30\u00a0AM\u00a0PDT',
    );
  });
  it('names the home of a house call, and what to clear there', () => {
    const house = bookingConfirmedMail({ ...confirmed, bookings: [atHome] }).text;
    expect(house).toContain('At your home\n1420 SE Taylor Street, Apt 3B\nPortland, OR 97214');
    expect(house).not.toContain('Ankeny is free');
  });
  it('carries a calendar file in UTC', () => {
    expect(attachments).toHaveLength(1);
    const { filename, content_type, content } = attachments![0]!;
    expect(filename).toBe('appointments.ics');
    expect(content_type).toContain('method=PUBLISH');
    expect(content).toContain('DTSTART:20260310T160000Z');
    expect(content).toMatch(/END:VCALENDAR\r\n$/);
    expect(content).toContain('DTEND:20260310T173000Z');
    expect(content).toContain(`UID:booking-${booking.id}@`);
    expect(content).toContain('SEQUENCE:0');
  });
  it('is taken out of the calendar by the file of the cancellation', () => {
    const [file] = ALL['booking cancelled']!.attachments!;
    expect(file!.content).toContain(`UID:booking-${booking.id}@`);
    expect(file!.content).toContain('SEQUENCE:1');
    expect(file!.content).toContain('STATUS:CANCELLED');
  });
});

describe('what is said about a refund', () => {
  const text = (kind: string) => ALL[kind]!.text;
  it('names it where something was paid by card', () => {
    expect(text('booking confirmed')).toContain('get everything back');
    expect(text('rescheduled by staff')).toMatch(
      /you can cancel on your schedule and get everything back until/,
    );
  });
  it('is nothing where nothing was paid', () => {
    for (const kind of ['booked for free', 'booked by staff', 'rescheduled by staff, with nothing paid'])
      expect(text(kind), kind).not.toMatch(/back|Price and payment/);
    const free = bookingConfirmedMail({
      ...confirmed,
      total_cents: 0,
      tax_cents: 0,
      receipt_url: null,
    }).text;
    expect(free).toContain('There is nothing to pay.');
    expect(free).not.toMatch(/back|Paid/);
  });
  it('sends a client without a login to the page of the visit alone', () => {
    for (const kind of [
      'rescheduled by staff, with nothing paid',
      'reminder without a login',
      'form reminder without a login',
      'a series booked by staff, for a client without a login',
    ]) {
      expect(text(kind), kind).toContain(visit_url);
      expect(text(kind), kind).not.toContain('/profile');
    }
  });
});

it('a payment link names what is left, and no sum while a price is open', () => {
  const { subject, text } = ALL['payment link']!;
  expect(subject).toBe('Your payment link: $85');
  expect(text).toContain('- Massage, Tuesday, March 10, 2026, 9:00 AM - 10:30 AM PDT: $85');
  expect(text).toContain(visit_url);
  const open = ALL['payment link with an open price']!;
  expect(open.subject).toBe('Your payment link');
  expect(open.text).toContain('you choose, $60 to $120');
});

it('a hidden amount is not in the mail about a refund', () => {
  const { subject, text } = ALL['balance returned']!;
  expect(subject + text).not.toContain('92.23');
  expect(text).toContain('A payment by Petra Novak, (503) 555-0133 arrived for Massage');
});

it.each([
  ['by address', { first_name: 'Maren', email: 'maren@example.com' }, 'Maren (maren@example.com)'],
  ['by address alone', { first_name: null, email: 'maren@example.com' }, 'maren@example.com'],
  ['by name', { first_name: 'Petra', last_name: 'Novak', email: '', phone: null }, 'Petra Novak'],
  ['by nothing', { first_name: '', email: '' }, 'a client without an e-mail'],
  ['after the account was deleted', undefined, 'a client whose account is gone'],
])('a notice names the client: %s', (_, client, name) => {
  expect(nameOfClient(client)).toBe(name);
});

it.each([
  [48, 47, 'less than 48 hours before'],
  [24, 23, 'less than 24 hours before'],
])('a cancellation names the %i hours of its sale, not those of today', (hours, left, text) => {
  const late = new Date(booking.start_time.getTime() - left * 3_600_000);
  const mail = bookingCancelledMail({
    first_name: null,
    booking,
    refunded_cents: 0,
    by_client: true,
    policy: policyOf({ full_refund_hours: hours }),
    message: null,
    site_url,
    now: late,
  });
  expect(mail.text).toContain(text);
});

it('what a person typed is never markup, and never another header', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const mail = bookingConfirmedMail({
    ...confirmed,
    first_name: evil,
    forms_due: [evil],
    bookings: [{ ...booking, location_name: evil }],
  });
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});
