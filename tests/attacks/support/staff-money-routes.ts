import { randomUUID } from 'node:crypto';
import { EXPORT_KINDS, PAYMENT_FILTERS } from '#domain/money/month-report.ts';
import { get, type Row, send, staff, unlocked } from './route-row.ts';

/** The year of the tests' clock. */
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

/** Money at a glance (rules.md §9). */
export const STAFF_MONEY_ROWS: readonly Row[] = [
  {
    ...staff('GET /api/staff/payments'),
    ask: () => get(`/api/staff/payments?from=${YEAR.from}&to=${YEAR.to}`),
    cost: {
      worst: () =>
        Object.fromEntries(
          PAYMENT_FILTERS.map((filter) => [
            `filtered by ${filter}`,
            () => ({
              method: 'GET',
              url: `/api/staff/payments?from=${YEAR.from}&to=${YEAR.to}&filter=${filter}`,
            }),
          ]),
        ),
    },
  },
  {
    ...staff('GET /api/staff/payouts'),
    ask: () => get('/api/staff/payouts?from=2026-03-01&to=2026-03-31'),
    // The list, and up to three pages of what is in each payout.
    cost: { client: { provider_requests: 121, rows: 1 } },
  },
  ...['2026-01', '2026-02', '2026-03'].map((month) => ({
    ...staff('GET /api/staff/reports'),
    ask: () => get(`/api/staff/reports?month=${month}`),
  })),
  ...EXPORT_KINDS.map((kind) => ({
    ...unlocked('POST /api/staff/exports/:kind'),
    ask: () => send('POST', `/api/staff/exports/${kind}`, { action_id: randomUUID(), ...YEAR }),
    is_silent: true as const,
    ...(kind === 'payments' && { cost: { client: { rows: 1 } } }),
  })),
];
