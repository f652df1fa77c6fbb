import { isolate, writeOut } from '#domain/people/personal.ts';
import { describe, expect, it } from 'vitest';
import type { ClientPage } from '#contract/clients.schemas.ts';
import type { CheckedPlacement } from '#contract/placement.schemas.ts';
import type { OfferedService } from '#staff/api/services-query.ts';
import {
  amountError,
  bookedText,
  bookLabel,
  missingText,
  priceOf,
  summaryText,
  unpaidText,
} from '#staff/book/book-texts.ts';
import { datedWarnings } from '#staff/book/booking-request.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import { asksForForms } from '#staff/book/notify-step.tsx';

const ZONE = 'America/Los_Angeles';
const START = '2026-12-08T18:00:00.000Z';
const fixed = { name: 'Marma Session', base_price: 85, min_price: null, max_price: null } as OfferedService;
const sliding = { name: 'Consultation', base_price: 120, min_price: 95, max_price: 165 } as OfferedService;
const lena = {
  id: 'l',
  name: isolate('Lena Fischer'),
  first_name: isolate('Lena'),
  phone: null,
  email: 'lena@example.com',
  visits: 8,
};
it('the warnings of a series are named once, with their dates', () => {
  const warning = (code: 'TIME_OFF' | 'OUTSIDE_HOURS', text: string) => ({ code, text });
  const off = warning('TIME_OFF', 'In your time off.');
  const hours = (span: string) => warning('OUTSIDE_HOURS', `Outside working hours (${span}).`);
  const texts = datedWarnings(
    [
      { start: '2026-12-08T18:00:00.000Z', warnings: [off, hours('1 PM - 2 PM')] },
      { start: '2026-12-15T18:00:00.000Z', warnings: [off] },
      { start: '2026-12-22T18:00:00.000Z', warnings: [hours('3 PM - 4 PM')] },
    ],
    ZONE,
  ).map(({ text }) => text);
  expect(texts).toEqual([
    'Tue 8 Dec, Tue 15 Dec: In your time off.',
    'Tue 8 Dec: Outside working hours (1 PM - 2 PM). Tue 22 Dec: Outside working hours (3 PM - 4 PM).',
  ]);
});

const draft: BookingDraft = {
  preset: '',
  search: '',
  client: lena,
  new_client: null,
  service_id: 's',
  place: '',
  start: START,
  is_other_time: false,
  accept: [],
  repeat: null,
  left_out: [],
  moved: {},
  payment: 'VISIT',
  paid_by: 'CASH',
  amount: '',
  notify: true,
  ask_forms: true,
};
const free = { verdict: 'FREE', warnings: [] } as unknown as CheckedPlacement;
const taken = { verdict: 'TAKEN', warnings: [] } as unknown as CheckedPlacement;

describe('the button', () => {
  it('says what it books', () => {
    expect(bookLabel([START], ZONE)).toBe('Book Tue 8 Dec, 10:00 AM');
    expect(bookLabel([START, START], ZONE)).toBe('Book 2 sessions from Tue 8 Dec, 10:00 AM');
    expect(bookedText([{ start_time: START }], ZONE)).toBe('Booked Tue 8 Dec, 10:00 AM.');
  });

  it('says what is missing, in the order of the page', () => {
    const missing = (change: Partial<BookingDraft>, service: OfferedService | null = fixed, check = free) =>
      missingText({
        draft: { ...draft, ...change },
        service: service ?? undefined,
        ticked: [{ check }],
        warnings: [],
      });
    expect(missing({ client: null })).toBe('Choose a client');
    expect(missing({}, null)).toBe('Choose a service');
    expect(missing({ start: null })).toBe('Choose a time');
    expect(missing({}, fixed, taken)).toBe('Choose a free time');
    expect(missing({ repeat: { weeks: 2, times: 3 } }, fixed, taken)).toBe('Untick or move what is taken');
    expect(missing({ payment: 'LINK', client: { ...lena, email: '' } })).toBe('Choose another payment');
    expect(missing({ payment: 'PAID' }, sliding)).toBe('Enter the amount');
    expect(missing({ amount: '10' }, sliding)).toBe('Check the amount');
    expect(missing({})).toBeNull();
    expect(missing({ payment: 'SUPPORTED', amount: '10' }, sliding)).toBeNull();
  });

  it('waits until every warning is ticked', () => {
    const warnings = [{ code: 'PAST', text: 'In the past.' }] as const;
    const ticked = [{ check: free }];
    expect(missingText({ draft, service: fixed, ticked, warnings })).toBe('Tick what you accept');
    expect(
      missingText({ draft: { ...draft, accept: ['PAST'] }, service: fixed, ticked, warnings }),
    ).toBeNull();
  });
});

describe('the price', () => {
  it('is that of the service, nothing for a free visit, or what was typed', () => {
    expect(priceOf(draft, fixed)).toBe(8500);
    expect(priceOf({ ...draft, payment: 'GIFT' }, fixed)).toBe(0);
    expect(priceOf(draft, sliding)).toBeNull();
    expect(priceOf({ ...draft, amount: '$110' }, sliding)).toBe(11_000);
  });

  it('stays inside the sliding scale', () => {
    expect(amountError({ ...draft, amount: '90' }, sliding)).toBe('Please enter an amount from $95 to $165.');
    expect(amountError({ ...draft, amount: 'abc' }, sliding)).not.toBeNull();
    expect(amountError({ ...draft, amount: '95' }, sliding)).toBeNull();
    expect(amountError({ ...draft, amount: '90' }, fixed)).toBeNull();
  });

  it('stands beside the button', () => {
    expect(writeOut(summaryText(draft, fixed, 1))).toBe('Lena Fischer, Marma Session, $85 at the visit');
    expect(writeOut(summaryText(draft, fixed, 3))).toBe('Lena Fischer, Marma Session, $85 each at the visit');
    expect(writeOut(summaryText({ ...draft, payment: 'LINK' }, sliding, 1))).toBe(
      'Lena Fischer, Consultation, by payment link',
    );
  });
});

describe('what is not paid of earlier visits', () => {
  const now = new Date('2026-12-08T18:00:00Z');
  const visit = (day: string, balance_cents: number | null, has_balance = true) =>
    ({
      booking: { start_time: `${day}T18:00:00Z`, end_time: `${day}T18:45:00Z` },
      money: { has_balance, balance_cents },
    }) as ClientPage['visits'][number];
  const text = (...visits: ClientPage['visits']) => unpaidText(visits, now, 'America/Los_Angeles');

  it('names the visit and the amount', () => {
    expect(text(visit('2026-12-01', 8500))).toBe('The visit on Tue 1 Dec isn’t paid yet: $85.');
    expect(text(visit('2026-12-01', 8500), visit('2026-11-24', 1500))).toBe(
      '2 visits aren’t paid yet: $100.',
    );
  });

  it('names no amount that the client still chooses', () =>
    expect(text(visit('2026-12-01', null), visit('2026-11-24', 1500))).toBe('2 visits aren’t paid yet.'));

  it('is nothing of what is paid or still to come', () =>
    expect(text(visit('2026-12-15', 8500), visit('2026-12-01', 0, false))).toBeNull());
});

it.each([
  [{}, true],
  [{ ask_forms: false }, false],
  [{ notify: false }, false],
  [{ client: { ...lena, email: '' } }, false],
])('the confirmation of %j asks for forms: %s', (change, asks) => {
  expect(asksForForms({ ...draft, ...change })).toBe(asks);
});
