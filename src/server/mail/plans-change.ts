import { visits } from '#content/public/visits.ts';
import { cancellingSentence, reschedulingSentence } from '#domain/money/policies.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import type { MailBlock } from './mail-page.ts';

type Plans = {
  /** The policy of the sale; null: nothing was or will be paid by card, so that nothing can go back. */
  policy: RefundPolicy | null;
  /** False: the client has no page of their own. */
  has_login: boolean;
  site_url: string;
};

/** How to cancel or to choose another time, and what the policy says where there is something to refund. */
export function plansChange({ policy, has_login, site_url }: Plans): MailBlock[] {
  const rule =
    policy === null
      ? visits.cancelling_unpaid
      : [cancellingSentence(policy), ...(has_login ? [reschedulingSentence(policy)] : [])].join(' ');
  const how = has_login ? 'open the session on your schedule' : 'reply to this mail';
  return [
    { kind: 'heading', text: 'If your plans change' },
    `${rule} To cancel or to choose another time, ${how}.`,
    ...(has_login ? [seeSchedule(site_url)] : []),
  ];
}

/** The button that leads to the client's sessions. */
export const seeSchedule = (site_url: string): MailBlock => ({
  kind: 'button',
  label: 'See your schedule',
  url: `${site_url}/profile/schedule`,
});
