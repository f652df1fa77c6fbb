import { practice } from '#content/public/practice.ts';
import type { Erasure } from '#contract/clients.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { formatCount } from '#domain/text/sentences.ts';

const { zone } = practice;

/** The label of the button names the amount, unless the client chose one. */
export function eraseLabel({ refund, refund_cents }: Erasure): string {
  if (refund === 'NONE') return 'Delete the record';
  return refund_cents === null
    ? 'Delete and refund in full'
    : `Delete and refund ${formatCents(refund_cents)}`;
}

/** What happens when the record is deleted, one sentence each. */
export function consequences(erasure: Erasure, first_name: string): string[] {
  const { cancelled, refund, refund_cents, by_hand_cents, forms, notes, mail_to } = erasure;
  const written = [
    notes > 0 && formatCount(notes, 'session note'),
    forms > 0 && formatCount(forms, 'form'),
  ].filter(Boolean);
  return [
    `Name and contact data of ${first_name} go${written.length > 0 ? `, with ${written.join(' and ')}` : ''}, signed or not.`,
    ...cancelled.map(
      ({ service_name, start_time }) => `Cancelled: ${service_name}, ${formatDayTime(start_time, zone)}.`,
    ),
    ...(refund === 'NONE'
      ? []
      : [
          refund_cents === null
            ? 'What was paid by card goes back in full. The client chose the price, so it stays hidden.'
            : `${formatCents(refund_cents)} goes back to the card.`,
        ]),
    ...(by_hand_cents > 0
      ? [`${formatCents(by_hand_cents)} was paid at the visit. Please give it back yourself.`]
      : []),
    'Past visits stay without a name, for your accounts.',
    mail_to === ''
      ? `${first_name} has no e-mail address and is not told.`
      : `${first_name} gets an e-mail that the record was deleted.`,
  ];
}
