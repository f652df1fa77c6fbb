import type { Erasure, staffEraseClient } from '#contract/clients.schemas.ts';
import { leftCents } from '#domain/money/cancellation.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import { readMoney, selectBookingToCancel, selectFutureBookings } from '../checkout/cancel-booking.ts';
import { endCheckoutsOf, lockClientsOf } from '../checkout/close-account.ts';
import type { Db } from '../db/pool.ts';
import type { Deps, PaymentDeps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { actorName } from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';
import { eraseKeptRecord } from '../users/erase-client.ts';
import { removeFiles } from '../users/remove-files.ts';
import { selectOfflineCents, selectRecord, selectWritten } from './store.ts';

type EraseDeps = PaymentDeps & Pick<Deps, 'photos'>;

/** Previews what deleting a record without a login cancels, refunds and removes (rules.md §9). */
export async function readErasure(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: string,
  now: Date,
): Promise<Erasure | Refusal> {
  if (!isUuid(id)) return refuse('CLIENT_NOT_FOUND');
  const record = await selectRecord(db, id);
  if (!record) return refuse('CLIENT_NOT_FOUND');
  if (record.has_login) return refuse('HAS_LOGIN');
  return await erasureOf(db, config.app_secret, record, now);
}

async function erasureOf(
  db: Db,
  app_secret: string,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<Erasure> {
  const cancelled: Erasure['cancelled'] = [];
  const amounts: [string, number][] = [];
  let isHidden = false;
  for (const { id: booking_id } of await selectFutureBookings(db, id, now)) {
    const booking = await selectBookingToCancel(db, booking_id);
    if (!booking) continue;
    const left = leftCents(await readMoney(db, booking));
    isHidden ||= left > 0 && booking.is_hidden;
    amounts.push([booking_id, left]);
    const { service_name, start_time } = booking;
    cancelled.push({ booking_id, service_name, start_time: start_time.toISOString() });
  }
  const refund = amounts.reduce((sum, [, cents]) => sum + cents, 0);
  return {
    cancelled,
    refund: refund === 0 ? 'NONE' : 'FULL',
    refund_cents: isHidden ? null : refund,
    by_hand_cents: await selectOfflineCents(
      db,
      amounts.map(([booking_id]) => booking_id),
    ),
    ...(await selectWritten(db, id)),
    mail_to: email,
    // A keyed hash, since a plain one of a few thousand possible amounts would reveal a hidden one.
    quote: keyedHash(app_secret, 'erasure-quote', id, JSON.stringify(amounts)).toString('base64url'),
  };
}

/**
 * Deletes a record that has no login: refunds its visits to come in full, and erases like an account that its client
 * deletes. A payment that is under way ends first or is refunded.
 */
export const eraseRecord = (deps: EraseDeps): Action<typeof staffEraseClient> => ({
  action: 'client.erase',
  object: CLIENT,
  prepare: async ({ params: { id }, body: { quote }, now }) => {
    const expected = await readErasure(deps, id, now);
    // Outside of any transaction: the provider is asked.
    if (!(expected instanceof Refusal) && expected.quote === quote) await endCheckoutsOf(deps, id, now);
    return undefined;
  },
  work: async (trx, { actor, action_id, params: { id }, body: { quote }, now }) => {
    const { config } = deps;
    await lockClientsOf(trx, [id], now);
    const erasure = await readErasure({ db: trx, config }, id, now);
    if (erasure instanceof Refusal) return erasure;
    if (erasure.quote !== quote) return refuse('QUOTE_CHANGED', { details: erasure });
    const about = { id, site_url: config.site_url, action_id, actor: actorName(actor) };
    const files = await eraseKeptRecord(trx, about, now);
    if (files instanceof Refusal) return files;
    const details = { cancelled: String(erasure.cancelled.length), refund: erasure.refund };
    return { details, afterwards: () => removeAll(deps, files) };
  },
  answer: () => undefined,
});

async function removeAll(deps: EraseDeps, files: readonly string[]): Promise<void> {
  for (const key of files)
    await removeFiles(deps, key).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'Removing a file failed; the clean-up job will retry'),
    );
}
