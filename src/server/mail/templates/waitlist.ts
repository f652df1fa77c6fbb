import { practice } from '#content/public/practice.ts';
import { MOST_MISSED } from '#domain/slots/waitlist.ts';
import { ordinal } from '#domain/text/sentences.ts';
import { type MailBlock, mailPage } from '../mail-page.ts';
import { momentOf, whenOf } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';
import { seeSchedule } from '../plans-change.ts';

const REASON = `You receive this because you are on a waitlist of ${practice.name}.`;

type Joined = { first_name: string; service_name: string; text: string; position: number; site_url: string };

/** The client is in line. */
export function waitlistJoinedMail({ first_name, service_name, text, position, site_url }: Joined): MailBody {
  return mailPage(
    {
      subject: `You’re ${ordinal(position)} in line for ${service_name}`,
      preview: 'We ask one person at a time, in order.',
      heading: `You’re ${ordinal(position)} in line`,
      blocks: [
        `${greeting(first_name)}we’ll write to you when a time comes free. We hold it for you while you decide. You are never booked without saying yes.`,
        {
          kind: 'facts',
          rows: [
            ['What', service_name],
            ['For', text],
          ],
        },
      ],
      reason: REASON,
    },
    site_url,
  );
}

type Offered = {
  first_name: string;
  service_name: string;
  start_time: Date;
  end_time: Date;
  ends_at: Date;
  /** Where the offer is answered. */
  url: string;
  site_url: string;
};

/** A time is held for the client, who may take it or let it go. */
export function waitlistOfferMail(offer: Offered): MailBody {
  const { first_name, service_name, ends_at, url, site_url } = offer;
  return mailPage(
    {
      subject: `A time for ${service_name} is held for you`,
      preview: `Until ${momentOf(ends_at)}.`,
      heading: 'A time has come free',
      blocks: [
        `${greeting(first_name)}this is held for you until ${momentOf(ends_at)}.`,
        {
          kind: 'facts',
          rows: [
            ['What', service_name],
            ['When', whenOf(offer)],
          ],
        },
        { kind: 'button', label: 'Take it or let it go', url },
        'If you let it go, it is offered to the next person. You keep your place in line.',
      ],
      reason: REASON,
    },
    site_url,
  );
}

type Missed = Pick<Offered, 'first_name' | 'service_name' | 'site_url'> & {
  is_paused: boolean;
  /** Where a paused client says that they still wait; null without a login. */
  schedule_url: string | null;
};

/** An offer ended without an answer. */
export function waitlistMissedMail(missed: Missed): MailBody {
  const { first_name, service_name, is_paused, schedule_url, site_url } = missed;
  const still: MailBlock =
    schedule_url === null
      ? 'If you are still interested, please answer this e-mail.'
      : { kind: 'button', label: 'Yes, I’m still interested', url: schedule_url };
  return mailPage(
    {
      subject: is_paused
        ? `Still interested in ${service_name}?`
        : `Your offer for ${service_name} has ended`,
      preview: is_paused ? 'Your place in line is paused.' : 'You keep your place in line.',
      heading: is_paused ? 'Still interested?' : 'This has gone to the next person',
      blocks: is_paused
        ? [
            `${greeting(first_name)}you have missed ${MOST_MISSED} offers, so your place in line is paused.`,
            still,
          ]
        : [`${greeting(first_name)}the time that was held for you has gone on. You keep your place in line.`],
      reason: REASON,
    },
    site_url,
  );
}

type OfClass = {
  first_name: string;
  service_name: string;
  /** When the class was to begin. */
  before: Date;
  site_url: string;
};

/** The client waited for a class, or with `before` null for any time of a service, that can no longer be booked. */
export function waitlistEndedMail({
  first_name,
  service_name,
  before,
  site_url,
}: Omit<OfClass, 'before'> & { before: Date | null }): MailBody {
  const [lost, awaited, more] =
    before === null
      ? [service_name, `a time for ${service_name}. It`, 'See all services']
      : ['This date', `a seat in ${service_name} on ${momentOf(before)}. This date`, 'See other dates'];
  return mailPage(
    {
      subject: `Your wait for ${service_name} has ended`,
      preview: `${before === null ? service_name : momentOf(before)} can no longer be booked.`,
      heading: `${lost} can no longer be booked`,
      blocks: [
        `${greeting(first_name)}you were waiting for ${awaited} can no longer be booked, so you are not on its waitlist any more. Nothing was charged.`,
        { kind: 'button', label: more, url: `${site_url}/wellness-services` },
      ],
      reason: `You receive this because you were on a waitlist of ${practice.name}.`,
    },
    site_url,
  );
}

type Moved = OfClass & { start_time: Date; end_time: Date; has_login: boolean; message: string | null };

/** The client waits for a class that was rescheduled, and stays in line. */
export function waitlistMovedMail(moved: Moved): MailBody {
  const { first_name, service_name, before, message, has_login, site_url } = moved;
  return mailPage(
    {
      subject: `New time: ${service_name}`,
      preview: whenOf(moved),
      heading: 'The class you wait for has a new time',
      blocks: [
        `${greeting(first_name)}we moved the class that you wait for. You keep your place in line.`,
        {
          kind: 'facts',
          rows: [
            ['What', service_name],
            ['When', whenOf(moved)],
            ['Before', momentOf(before)],
          ],
        },
        ...(message ? [`“${message}”`] : []),
        `If the new time doesn’t suit you, ${has_login ? 'leave the waitlist on your schedule' : 'please answer this e-mail'}.`,
        ...(has_login ? [seeSchedule(site_url)] : []),
      ],
      reason: REASON,
    },
    site_url,
  );
}

const greeting = (first_name: string) => (first_name.trim() ? `${first_name.trim()}, ` : '');
