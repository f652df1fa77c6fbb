import { practice } from '#content/public/practice.ts';
import { refundPolicyFrom, type Policies } from '#domain/money/policies.ts';
import { policyOf } from '#domain/money/refunds.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import { addDays } from '#domain/time/calendar.ts';
import type { MailKind } from '../mail/visit-mail.ts';
import type { MailedBooking } from '../mail/mailed-booking.ts';
import type { MailBody } from '../mail/outbox.ts';
import { bookedForYouMail } from '../mail/templates/booked-for-you.ts';
import { bookingCancelledMail } from '../mail/templates/booking-cancelled.ts';
import { bookingConfirmedMail } from '../mail/templates/booking-confirmed.ts';
import { bookingRescheduledMail } from '../mail/templates/booking-rescheduled.ts';
import { reminderMail } from '../mail/templates/reminder.ts';

const { zone } = practice;
const SESSION_MS = 45 * 60_000;
const PRICE_CENTS = 8500;
const ID = '00000000-0000-4000-8000-000000000000';

/** A mail of each kind with sample content and the practitioner's own line, by the policies as they are. */
export function sampleMail(
  kind: MailKind,
  { text, policies, site_url, now }: { text: string; policies: Policies; site_url: string; now: Date },
): MailBody {
  const booking = sampleBooking(now, 2, 10);
  const policy = refundPolicyFrom(policies);
  const common = { first_name: 'Maren', own_line: text, site_url, now };
  switch (kind) {
    case 'booking-confirmed':
      return bookingConfirmedMail({
        ...common,
        bookings: [booking],
        total_cents: PRICE_CENTS,
        tax_cents: 0,
        receipt_url: null,
        forms_due: [],
        policy,
      });
    case 'booked-for-you':
      return bookedForYouMail({
        ...common,
        bookings: [booking],
        payment: 'LATER',
        is_price_open: false,
        forms_due: [],
        policy,
      });
    case 'reminder':
      return reminderMail({ ...common, booking, hours: 48, forms_due: [] });
    case 'rescheduled':
      return bookingRescheduledMail({
        ...common,
        booking: { ...booking, sequence: 1 },
        before: sampleBooking(now, 3, 14),
        by: 'STAFF',
        full_refund_until: null,
        message: null,
      });
    case 'booking-cancelled':
      return bookingCancelledMail({
        ...common,
        booking,
        refunded_cents: PRICE_CENTS,
        by_client: true,
        policy: policyOf(policy),
        message: null,
      });
  }
}

function sampleBooking(now: Date, days: number, hour: number): MailedBooking {
  const start_time = instantOf(addDays(localDateOf(now, zone), days), hour * 60, zone)!;
  return {
    id: ID,
    service_name: 'Marma Session',
    service_type: 'AYURVEDA',
    start_time,
    end_time: new Date(start_time.getTime() + SESSION_MS),
    location_type: 'FIXED_LOCATION',
    location_name: practice.studio.short_name,
    visit_address: null,
    price_cents: PRICE_CENTS,
    sequence: 0,
  };
}
