import { visits } from '#content/public/visits.ts';
import type { MailBlock } from './mail-page.ts';

type Plans = {
  /** The policy is about money: the price was paid by card, or will be. */
  is_paid_online: boolean;
  /** False: the client has no page of their own. */
  has_login: boolean;
  site_url: string;
};

/** How to cancel or to choose another time, and what the policy says where there is something to refund. */
export function plansChange({ is_paid_online, has_login, site_url }: Plans): MailBlock[] {
  const rule = is_paid_online ? visits.cancelling : visits.cancelling_unpaid;
  const how = has_login ? 'open the session on your schedule' : 'reply to this mail';
  return [
    { kind: 'heading', text: 'If your plans change' },
    { kind: 'text', text: `${rule} To cancel or to choose another time, ${how}.` },
    ...(has_login ? [seeSchedule(site_url)] : []),
  ];
}

/** The button that leads to the client's sessions. */
export const seeSchedule = (site_url: string): MailBlock => ({
  kind: 'button',
  label: 'See your schedule',
  url: `${site_url}/profile/schedule`,
});
