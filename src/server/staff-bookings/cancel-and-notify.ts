import type { CancelledBy } from '#domain/money/cancellation.ts';
import { cancelBookings, policyOfSale, type selectBookingToCancel } from '../checkout/cancel-booking.ts';
import { selectRecipient } from '../checkout/store.ts';
import type { Trx } from '../db/pool.ts';
import { withdrawMoveMails } from '../mail/move-mails.ts';
import { readOwnLine } from '../mail/visit-mail.ts';
import { queueMail } from '../mail/outbox.ts';
import { bookingCancelledMail } from '../mail/templates/booking-cancelled.ts';
import type { Site } from '../sessions/join-link.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { selectBookingToMail } from './store.ts';

type ToCancel = NonNullable<Awaited<ReturnType<typeof selectBookingToCancel>>>;
type Cancellation = {
  by: CancelledBy;
  refund: 'POLICY' | 'FULL' | number;
  /** 'staff:<id>' */
  actor: string | null;
  message: string | undefined;
  notify: boolean;
  site: Site;
};

/**
 * Cancels a booking for its client or for the practice, with refund and mail, in a transaction that holds lockToCancel and
 * has read it since. Null: it has changed.
 */
export async function cancelAndNotify(
  trx: Trx,
  booking: ToCancel,
  { by, refund, actor, notify, site, ...more }: Cancellation,
  now: Date,
): Promise<{ refunded_cents: number; notified: boolean } | null> {
  const mailed = (await selectBookingToMail(trx, booking.id))!;
  const withdrawn = await withdrawMoveMails(trx, mailed);
  const client = notify ? await selectRecipient(trx, booking.user_id) : undefined;
  const message = (client && more.message) || null;
  const cause = by === 'CLIENT' ? 'client asked' : 'practice';
  const [cancelled] = await cancelBookings(trx, [booking], { cause, refund, actor, message }, now);
  if (!cancelled) return null;
  const { refunded_cents } = cancelled;
  if (client) {
    const mail = bookingCancelledMail({
      first_name: client.first_name,
      // The time that the client knows.
      booking: withVisitUrl(site, client)({ ...mailed, ...withdrawn }),
      refunded_cents,
      by_client: by === 'CLIENT',
      policy: booking.refund_policy && policyOfSale(booking),
      message,
      own_line: await readOwnLine(trx, 'booking-cancelled'),
      site_url: site.site_url,
      now,
    });
    const dedupe_key = `booking-cancelled:${booking.id}`;
    const to = client.email;
    await queueMail(trx, { ...mail, dedupe_key, kind: 'booking-cancelled', user_id: client.id, to }, now);
  }
  return { refunded_cents, notified: client !== undefined };
}
