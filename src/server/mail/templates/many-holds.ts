import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { formatCount } from '#domain/text/sentences.ts';

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
        { kind: 'text', text: held },
        {
          kind: 'text',
          text: 'If you know these people, there is nothing to do. If not, list them with: npm run practice -- holds. Release their times with: npm run practice -- release-hold EMAIL.',
        },
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}
