import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { formatCount } from '#domain/text/sentences.ts';

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
        { kind: 'text', text },
        {
          kind: 'text',
          text: 'Ask the person who runs the site to check that its photo store answers and that its files can be deleted. The column last_error of the table photo_removals names the cause.',
        },
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}
