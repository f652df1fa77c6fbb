import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { formatCents } from '#domain/money/money.ts';
import type { VisibleCents } from '#domain/money/visible-money.ts';
import { nameOfClient, type PayingClient, withAmount } from './payment-notices.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { practice } from '#content/public/practice.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';

/** `client`: first name and last initial; '' if the client is gone. */
type NewBooking = { service_name: string; start_time: Date; client: string };

const { zone } = practice;

/** Notifies the practice of sessions that clients have booked: at once, or each morning. */
export function newBookingsMail({
  bookings,
  site_url,
}: {
  /** At least one. */
  bookings: readonly NewBooking[];
  site_url: string;
}): MailBody {
  const [first] = bookings;
  const isOne = bookings.length === 1;
  const title = isOne ? `New booking: ${first!.service_name}` : `${bookings.length} new bookings`;
  return mailPage(
    {
      subject: title,
      preview: 'Who, what and when.',
      heading: title,
      blocks: [
        { kind: 'list', items: bookings.map(lineOf) },
        { kind: 'button', label: 'Open the calendar', url: `${site_url}/staff/calendar` },
      ],
      reason: 'You receive this because notices of bookings are on, under Settings in the staff area.',
    },
    site_url,
  );
}

const lineOf = ({ service_name, start_time, client }: NewBooking): string =>
  `${formatDayTime(start_time, zone)}: ${service_name}${client === '' ? '' : `, ${client}`}`;

/** To the practice: unpaid holds take up much of its calendar. */
export function manyHoldsMail(data: {
  open_minutes: number;
  held_minutes: number;
  accounts: number;
  new_accounts: number;
  networks: number;
  site_url: string;
}): MailBody {
  const { accounts, new_accounts, networks, site_url } = data;
  const hours = (minutes: number) => Math.round(minutes / 60);
  const origin = new_accounts > 0 ? `, from ${formatCount(networks, 'network')}` : '';
  const held = `In the next 14 days, ${hours(data.held_minutes)} of ${hours(data.open_minutes)} one-to-one hours are held by people who have not paid yet: ${formatCount(accounts, 'account')}, ${new_accounts} of them new${origin}. Your other times can be booked as always.`;
  return mailPage(
    {
      subject: 'Many times are held without payment',
      preview: held,
      heading: 'Many times are held without payment',
      blocks: [
        held,
        'If you know these people, there is nothing to do. If not, open a hold in the calendar and end it: its payment page closes first, then its time is free.',
        { kind: 'button', label: 'Open the calendar', url: `${site_url}/staff/calendar` },
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}

/** To the practice: another calendar cannot be read for a day. */
export function calendarUnreadMail(data: {
  host: string;
  read_at: Date;
  problem: string;
  site_url: string;
}): MailBody {
  const text = `Your calendar at ${data.host} was last read on ${formatDayTime(data.read_at, zone)}. The times that it had then stay closed; newer ones are not known here.`;
  return mailPage(
    {
      subject: 'Your other calendar can’t be read',
      preview: text,
      heading: 'Your other calendar can’t be read',
      blocks: [
        text,
        data.problem,
        { kind: 'button', label: 'Open hours', url: `${data.site_url}/staff/hours` },
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}

/** To the practice: files of deleted clients are still stored after a week of attempts. */
export function photosNotRemovedMail({ count, site_url }: { count: number; site_url: string }): MailBody {
  const photos = formatCount(count, 'photo');
  const text = `${photos} could not be removed for more than seven days after being deleted or replaced. The site keeps trying.`;
  return mailPage(
    {
      subject: 'Photos could not be removed',
      preview: text,
      heading: 'Photos could not be removed',
      blocks: [
        text,
        'Ask the person who runs the site to check that its photo store answers and that its files can be deleted. The column last_error of the table photo_removals names the cause.',
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}

/** To the practice: a client repeatedly books, deletes the account for a refund and returns. */
export function repeatedRefundsMail(data: { days: number; site_url: string }): MailBody {
  const happened = `An account was deleted with a refund for the third time in ${data.days} days, by the same address or card.`;
  return mailPage(
    {
      subject: 'Repeated refunds by deleted accounts',
      preview: happened,
      heading: 'Repeated refunds',
      blocks: [
        happened,
        'Each refund followed your policy, and the payment provider keeps its fee for each. The latest refunds at its dashboard show whose they were. You can block a card there, and set a stricter policy under Settings in the staff area.',
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}

type RefundFailedData = {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string | null;
  /** The provider's reason: 'lost_or_stolen_card', … */
  failure_reason: string | null;
  site_url: string;
};

/** To the practice: a refund was returned and has to be paid in another way. */
export function refundFailedMail(data: RefundFailedData): MailBody {
  const { client, failure_reason, payment_intent_id } = data;
  const refund = withAmount('a refund', data.amount_cents);
  const whom = nameOfClient(client);
  return mailPage(
    {
      subject: `A${refund.slice(1)} came back`,
      preview: `It is still owed to ${whom}.`,
      heading: 'A refund came back',
      blocks: [
        `The bank of ${whom} did not take ${refund}. The money is in your payment account again and is still owed: please ask how it can be paid. It is not sent again by itself.`,
        {
          kind: 'facts',
          rows: [
            ...(data.amount_cents === null ? [] : [['Amount', formatCents(data.amount_cents)] as const]),
            ...(payment_intent_id === null ? [] : [['Payment', payment_intent_id] as const]),
            ...(failure_reason === null ? [] : [['Reason', failure_reason.replaceAll('_', ' ')] as const]),
          ],
        },
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}

/** To the practice: provider and database disagree about money, and a person has to decide. */
export function paymentsDifferMail({
  lines,
  site_url,
}: {
  lines: readonly string[];
  site_url: string;
}): MailBody {
  const count =
    lines.length === 1 ? 'One payment or refund differs' : `${lines.length} payments or refunds differ`;
  const happened = `${count} between the payment provider and the site. The site cannot settle this by itself.`;
  return mailPage(
    {
      subject: count,
      preview: happened,
      heading: 'Payments differ',
      blocks: [
        happened,
        ...lines,
        'Please look at each at the dashboard of the payment provider, and at the bookings in the staff area.',
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}
