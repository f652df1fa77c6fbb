import type { Db } from '../db/pool.ts';
import type { MailBlock } from './mail-page.ts';
import { selectMailLines } from './store.ts';

/** The mails to clients that can have a line of the practitioner's own. */
export const MAIL_KINDS = [
  'booking-confirmed',
  'booked-for-you',
  'reminder',
  'rescheduled',
  'booking-cancelled',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The practitioner's own line in mails of a kind; null if there is none. */
export async function readOwnLine(db: Db, kind: MailKind): Promise<string | null> {
  return (await selectMailLines(db)).find((each) => each.kind === kind)?.text ?? null;
}

/** The block of the practitioner's own line; empty without one. */
export const ownLine = (text: string | null | undefined): MailBlock[] =>
  text ? [{ kind: 'text', text }] : [];
