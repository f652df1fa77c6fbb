import { practice } from '#content/public/practice.ts';
import { formatCents } from '#domain/money/money.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { type MailedBooking, whenOf } from '../mailed-booking.ts';

type AccountDeletedData = {
  /** Future bookings that were cancelled with it. */
  cancelled: readonly Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time'>[];
  refunded_cents: number;
  /** The practice kept the record and has deleted it; there was no login. */
  is_kept_record?: boolean;
  site_url: string;
};

/** The final mail: what was erased, cancelled and refunded. */
export function accountDeletedMail({
  cancelled,
  refunded_cents,
  is_kept_record = false,
  site_url,
}: AccountDeletedData): MailBody {
  return mailPage(
    {
      subject: is_kept_record
        ? `Your record at ${practice.name} was deleted`
        : `Your ${practice.name} account was deleted`,
      preview: 'Your profile, notes and forms were erased.',
      heading: is_kept_record ? 'Your record was deleted' : 'Your account was deleted',
      blocks: [
        {
          kind: 'text',
          text: is_kept_record
            ? 'What we kept about you was erased: your contact data, notes and form answers.'
            : 'Your profile, photo, notes and form answers were erased, and you were signed out everywhere.',
        },
        ...(cancelled.length > 0
          ? [
              { kind: 'heading' as const, text: 'Cancelled with it' },
              {
                kind: 'list' as const,
                items: cancelled.map((booking) => `${booking.service_name}, ${whenOf(booking)}`),
              },
            ]
          : []),
        ...(refunded_cents > 0
          ? [
              {
                kind: 'text' as const,
                text: `${formatCents(refunded_cents)} goes back to the card it came from, usually within five to ten days.`,
              },
            ]
          : []),
        { kind: 'text', text: 'Thank you for the time you spent with us. The gate stays open.' },
        { kind: 'note', text: 'Payment records that the law asks us to keep remain, without your name.' },
      ],
      reason: 'This is the last mail that we send to this address.',
    },
    site_url,
  );
}
