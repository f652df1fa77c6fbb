import { practice } from '#content/public/practice.ts';
import type { Statement } from '#contract/bookings.schemas.ts';
import { PAID_STATES } from '#domain/checkout/checkout-states.ts';
import { visibleMoney } from '#domain/money/visible-money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { isPriceOpen } from '#domain/visits/balance.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { readSetting } from '../runtime/settings-store.ts';
import { isUuid } from '../runtime/uuid.ts';
import { moneyOf } from './present-booking.ts';
import { selectBegunBookings, selectBirthdate } from './store.ts';

const { zone } = practice;
type Row = Awaited<ReturnType<typeof selectBegunBookings>>[number];
/** VISIBLE: without the amounts that staff do not see by default (decision 0044). */
type StatementReader = { user_id: string; sees: 'ALL' | 'VISIBLE' };

/** Reads what a client's statements are made of, for the client and for staff (rules.md §9). */
export async function readStatement(
  db: Db,
  { user_id, sees }: StatementReader,
  now: Date,
): Promise<(Statement & { birthdate: string | null }) | Refusal> {
  const birthdate = isUuid(user_id) ? await selectBirthdate(db, user_id) : undefined;
  if (birthdate === undefined) return refuse('CLIENT_NOT_FOUND');
  const rows = await selectBegunBookings(db, user_id, now);
  return {
    ...(await readSetting(db, 'statements')),
    birthdate,
    made_on: localDateOf(now, zone),
    visits: rows.map((row) => presentVisit(row, sees)).filter(isListed),
  };
}

function presentVisit(row: Row, sees: StatementReader['sees']): Statement['visits'][number] {
  const status = row.status as BookingStatus;
  const { paid_cents, refunded_cents } = moneyOf(row);
  // Nothing was paid yet of a price that is open: there is no amount to hide.
  const isHidden = row.is_hidden && !isPriceOpen({ ...row, status }, row.price_chosen_by_client);
  return {
    id: row.id,
    date: localDateOf(row.start_time, zone),
    service_name: row.service_name,
    status,
    ...visibleMoney({ paid_cents, refunded_cents }, sees === 'VISIBLE' && isHidden),
    methods: [...(isPaidByCard(row) ? (['CARD'] as const) : []), ...row.offline_methods],
  };
}

const isPaidByCard = ({ state }: Row) => PAID_STATES.some((paid) => paid === state);

/** A visit that did not take place is listed if it was paid: by any way, as an amount would reveal a hidden $0. */
const isListed = ({ status, methods }: Statement['visits'][number]): boolean =>
  methods.length > 0 || status === 'CONFIRMED' || status === 'COMPLETED';
