import { visits } from '#content/public/visits.ts';
import { formatCents } from '#domain/money/money.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import { calendarAttachment, ownLine } from '../visit-mail.ts';
import { type MailBlock, mailPage, TO_BOOKED } from '../mail-page.ts';
import { bookingBlocks, type MailedBooking, preparationsOf } from '../mailed-booking.ts';
import { plansChange } from '../plans-change.ts';
import type { MailBody } from '../outbox.ts';

type BookingConfirmedData = {
  first_name: string | null;
  /** Ordered by start time; at least one. */
  bookings: readonly MailedBooking[];
  /** Total paid including tax; null if unknown. */
  total_cents: number | null;
  tax_cents: number | null;
  receipt_url: string | null;
  /** Names of the forms that these bookings still need. */
  forms_due: readonly string[];
  /** That of the sale. */
  policy: RefundPolicy;
  /** The practitioner's own line (mail/visit-mail.ts). */
  own_line?: string | null;
  site_url: string;
  now: Date;
};

/** Confirms bookings: service, time, place, preparation, forms still due, and the appointments as a calendar file. */
export function bookingConfirmedMail(data: BookingConfirmedData): MailBody {
  const { bookings, site_url } = data;
  const first = bookings[0]!;
  const more = bookings.length - 1;
  const is_free = data.total_cents === 0;
  const hello = data.first_name?.trim() ? `Thank you, ${data.first_name.trim()}. ` : 'Thank you. ';
  const page = mailPage(
    {
      subject:
        more > 0 ? `Confirmed: ${first.service_name} and ${more} more` : `Confirmed: ${first.service_name}`,
      preview: 'When, where, and what to bring.',
      heading: bookings.length > 1 ? 'Your sessions are booked' : 'Your session is booked',
      blocks: [
        `${hello}${is_free ? 'Your time is kept. There is nothing to pay.' : 'Your payment arrived and your time is kept.'}`,
        ...bookings.flatMap((booking) => bookingBlocks(booking)),
        ...ownLine(data.own_line),
        ...paid(data),
        { kind: 'heading', text: visits.before_you_come.heading },
        { kind: 'list', items: preparationsOf(bookings) },
        ...formsDue(data),
        ...plansChange({ policy: is_free ? null : data.policy, visit_url: null, site_url }),
        {
          kind: 'note',
          text: `The attached file adds the ${more > 0 ? 'appointments' : 'appointment'} to your calendar.`,
        },
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
  return { ...page, attachments: [calendarAttachment(bookings, { site_url, now: data.now })] };
}

function paid({ total_cents, tax_cents, receipt_url }: BookingConfirmedData): MailBlock[] {
  if (!total_cents) return [];
  const tax = tax_cents ? `, including ${formatCents(tax_cents)} tax` : '';
  return [
    `Paid: ${formatCents(total_cents)}${tax}.`,
    ...(receipt_url ? [{ kind: 'link', label: 'Receipt', url: receipt_url } as const] : []),
  ];
}

/** Shared with the reminder: asks for missing forms; empty without any. */
export function formsDue({
  forms_due,
  visit_url,
  site_url,
}: {
  forms_due: readonly string[];
  /** The page of the visit, of a client without a login. */
  visit_url?: string | null | undefined;
  site_url: string;
}): MailBlock[] {
  if (forms_due.length === 0) return [];
  return [
    { kind: 'heading', text: 'Forms we still need' },
    { kind: 'list', items: forms_due },
    { kind: 'button', label: 'Fill in your forms', url: visit_url ?? `${site_url}/profile/forms` },
  ];
}
