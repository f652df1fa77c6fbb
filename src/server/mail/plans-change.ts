import { visits } from '#content/public/visits.ts';
import { cancellingSentence, reschedulingSentence } from '#domain/money/policies.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import type { MailBlock } from './mail-page.ts';

type Plans = {
  /** The policy of the sale; null: nothing was or will be paid by card, so that nothing can go back. */
  policy: RefundPolicy | null;
  /** The page of the visit, of a client without a login. */
  visit_url: string | null | undefined;
  site_url: string;
};

/** How to cancel or to choose another time, and what the policy says where there is something to refund. */
export function plansChange({ policy, visit_url, site_url }: Plans): MailBlock[] {
  const rule =
    policy === null
      ? visits.cancelling_unpaid
      : `${cancellingSentence(policy)} ${reschedulingSentence(policy)}`;
  const how = visit_url ? 'open the link to your visit above' : 'open the session on your schedule';
  return [
    { kind: 'heading', text: 'If your plans change' },
    `${rule} To cancel or to choose another time, ${how}.`,
    ...(visit_url ? [] : [seeSchedule(site_url)]),
  ];
}

/** The button that leads to the client's sessions. */
export const seeSchedule = (site_url: string): MailBlock => ({
  kind: 'button',
  label: 'See your schedule',
  url: `${site_url}/profile/schedule`,
});
