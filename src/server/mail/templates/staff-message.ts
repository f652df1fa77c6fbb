import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

const PREVIEW = 90;

/** What the practice writes to a client. Lines stay as they were typed. */
export function staffMessageMail({
  subject,
  text,
  site_url,
}: {
  subject: string;
  text: string;
  site_url: string;
}): MailBody {
  const line = text.replace(/\s+/g, ' ');
  return mailPage(
    {
      subject,
      preview: line.length > PREVIEW ? `${[...line].slice(0, PREVIEW).join('')}…` : line,
      heading: subject,
      blocks: [{ kind: 'text', text }],
      reason: `You receive this because you have a visit at ${practice.name}.`,
    },
    site_url,
  );
}
