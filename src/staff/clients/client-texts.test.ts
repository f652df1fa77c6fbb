import { expect, test } from 'vitest';
import type { Client, ClientPage } from '#contract/clients.schemas.ts';
import { moneyEntries } from './client-money-entries.ts';
import { readListState, shownSort, writeListState } from './client-list-state.ts';
import {
  balanceText,
  loginText,
  messageVisit,
  pastVisits,
  rhythmText,
  visitsText,
  visitsToCome,
} from './client-texts.ts';
import { dateText } from '#staff/parts/date-text.ts';

const client = {
  has_login: false,
  invited_at: null,
  email: 'petra@example.com',
  phone: '+15035550100',
} as Client;

test.each([
  [{ has_login: true }, ''],
  [{}, 'No login'],
  [{ email: '' }, 'No login, phone only'],
  [{ phone: null }, 'No login, e-mail only'],
  [{ invited_at: '2026-12-03T18:00:00Z' }, 'Invited 3 Dec'],
])('a record with %j: %s', (change, text) => {
  expect(loginText({ ...client, ...change })).toBe(text);
});

test('visits are counted in words', () => {
  expect([0, 1, 2].map(visitsText)).toEqual(['No visits yet', '1 visit', '2 visits']);
});

test('the address keeps text, filter and order, and nothing else', () => {
  const state = { q: 'maren k', filter: 'NOT_SEEN', sort: 'LAST_VISIT' } as const;
  expect(writeListState(state).toString()).toBe('q=maren+k&filter=not-seen&sort=last-visit');
  expect(readListState(writeListState(state))).toEqual(state);
  expect(readListState(new URLSearchParams('q=+&filter=all&sort=phone'))).toEqual({});
});

test('without a chosen order, who came last is first, and with a text who fits best', () => {
  expect([shownSort({}), shownSort({ q: 'm' }), shownSort({ q: 'm', sort: 'NAME' })]).toEqual([
    'LAST_VISIT',
    null,
    'NAME',
  ]);
});

test.each([
  ['2026-12-08T18:00:00Z', 'Today'],
  ['2026-12-09T18:00:00Z', 'Wed 9 Dec'],
  ['2025-12-09T18:00:00Z', '9 Dec 2025'],
])('%s is %s', (at, text) => {
  expect(dateText(at, new Date('2026-12-08T20:00:00Z'))).toBe(text);
});

test('the rhythm says since when and how often the client was missed', () => {
  const rhythm = { every: null, visits: 14, missed: 0, since: '2025-05-06' };
  expect(rhythmText(rhythm)).toBe('14 visits since May 2025, 0 missed');
  expect(rhythmText({ ...rhythm, visits: 0, since: null })).toBe('No visits yet, 0 missed');
});

test.each([
  [0, false, 'Nothing'],
  [8500, false, '$85'],
  [0, true, 'A price that the client chooses'],
  [4250, true, '$42.50, and a price that the client chooses'],
])('a balance of %i, open price %s: %s', (cents, has_open_price, text) => {
  expect(balanceText({ cents, has_open_price })).toBe(text);
});

type Visit = ClientPage['visits'][number];
const now = new Date('2026-12-08T20:00:00Z');
const visit = (id: string, start_time: string, status = 'CONFIRMED', money: object = {}) =>
  ({
    booking: { id, start_time, status, service_name: id },
    money: { paid_at: null, paid_cents: 0, is_hidden: false, offline_payments: [], refunds: [], ...money },
  }) as unknown as Visit;

test('visits to come begin with the next one, past ones with the last one', () => {
  const visits = [
    visit('far', '2026-12-20T18:00:00Z'),
    visit('off', '2026-12-12T18:00:00Z', 'CANCELLED'),
    visit('next', '2026-12-10T18:00:00Z'),
    visit('now', '2026-12-08T19:30:00Z'),
    visit('missed', '2026-12-01T18:00:00Z', 'NO_SHOW'),
  ];
  expect(visitsToCome(visits, now).map(({ id }) => id)).toEqual(['next', 'far']);
  expect(pastVisits(visits, now).map(({ id }) => id)).toEqual(['now', 'missed']);
  expect(messageVisit(visits, now)?.id).toBe('next');
  expect(messageVisit(visits.slice(4), now)?.id).toBe('missed');
  expect(messageVisit([], now)).toBeNull();
});

test('money is listed with the latest first; what is hidden has no amount; an external refund counts once', () => {
  const external = { state: 'DONE', at: '2026-12-07T18:00:00Z', is_external: true, cents: 500 };
  const entries = moneyEntries(
    [
      visit('card', '2026-12-01T18:00:00Z', 'COMPLETED', {
        paid_at: '2026-11-20T18:00:00Z',
        paid_cents: 8500,
        refunds: [external],
      }),
      visit('other', '2026-12-02T18:00:00Z', 'COMPLETED', { refunds: [external] }),
      visit('scale', '2026-11-02T18:00:00Z', 'COMPLETED', {
        is_hidden: true,
        paid_at: '2026-11-01T18:00:00Z',
        paid_cents: null,
      }),
      visit('cash', '2026-12-03T18:00:00Z', 'COMPLETED', {
        offline_payments: [
          {
            id: 'a',
            method: 'CASH',
            received_on: '2026-12-03',
            corrects: null,
            receipt_number: '7',
            cents: 2000,
          },
          {
            id: 'b',
            method: 'CASH',
            received_on: '2026-12-04',
            corrects: 'a',
            receipt_number: '8',
            cents: -500,
          },
        ],
      }),
    ],
    'America/Los_Angeles',
  );
  expect(entries.map(({ booking, text, cents }) => [booking.id, text, cents])).toEqual([
    ['other', 'Refunded at the payment provider', -500],
    ['cash', 'Correction', -500],
    ['cash', 'Paid in cash, receipt 7', 2000],
    ['card', 'Paid by card', 8500],
    ['scale', 'Paid by card', null],
  ]);
});
