/** How the answers to a form came (rules.md §7), and how it is said wherever they are shown. */
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatCalendarDate } from '#domain/time/date-formats.ts';

/** CLIENT: sent by the client. TOGETHER: filled in with staff. PAPER: the answers are on a signed sheet. */
export const SUBMISSION_SOURCES = ['CLIENT', 'TOGETHER', 'PAPER'] as const;
export type SubmissionOrigin = {
  source: (typeof SUBMISSION_SOURCES)[number];
  /** Of a sheet: its date, and who signed it. */
  signed_on: LocalDate | null;
  signed_by: string | null;
};

/** Stands in place of the answers that a signed sheet has. */
export const ON_PAPER = 'The answers are on the signed sheet.';

/** Says how and when answers came: 'Submitted Mar 2, 2026', 'Signed on paper by Ana Lind, Mar 2, 2026'. `at`: when they were recorded. */
export function submittedText(
  { source, signed_on, signed_by }: SubmissionOrigin,
  sent: string,
  at: string,
): string {
  if (signed_on !== null) return `Signed on paper by ${signed_by ?? ''}, ${formatCalendarDate(signed_on)}`;
  return source === 'TOGETHER' ? `Filled in together, ${at}` : `${sent} ${at}`;
}
