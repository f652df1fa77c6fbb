import type { MailBlock } from './mail-page.ts';

/** The address of the link in a code mail. The key follows #, which browsers do not send and logs do not record. */
export const passwordLink = (site_url: string, key: string): string =>
  `${site_url}/forgot-password#key=${key}`;

/** A link that works in any browser for a day and that strangers cannot use up. */
export function passwordLinkBlocks({ site_url, key }: { site_url: string; key: string }): MailBlock[] {
  return [
    {
      kind: 'text',
      text: 'Or open this link in any browser and choose a password there. It works for a day:',
    },
    { kind: 'link', label: 'Choose a new password', url: passwordLink(site_url, key) },
  ];
}

export const NOT_YOU =
  'You did not ask for this? Then someone typed your address; nothing has changed. Please don’t share the code or the link.';
