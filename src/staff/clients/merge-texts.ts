import type { Merge } from '#contract/clients.schemas.ts';
import { formatCount } from '#domain/text/sentences.ts';

const LIST = new Intl.ListFormat('en-US');

/** What happens when two records are merged, one sentence each. */
export function mergeTexts(
  { into, visits, forms, notes, pinned, gets }: Merge,
  first_name: string,
): string[] {
  const moved = [
    ...(visits > 0 ? [formatCount(visits, 'visit')] : []),
    ...(notes > 0 ? [formatCount(notes, 'session note')] : []),
    ...(forms > 0 ? [formatCount(forms, 'form')] : []),
  ];
  const name = into.short_name;
  return [
    moved.length === 0
      ? 'There are no visits, notes or forms to move.'
      : `${LIST.format(moved)} ${moved.length === 1 && moved[0]!.startsWith('1 ') ? 'goes' : 'go'} to ${name}, with payments.`,
    ...(pinned === 'NONE'
      ? []
      : [
          pinned === 'JOINED'
            ? 'What is important about both stands in one note.'
            : `What is important about ${first_name} goes too.`,
        ]),
    ...(gets.length > 0 ? [`${name} also gets from it: ${LIST.format(gets)}.`] : []),
    `The record of ${first_name} is then gone. Nobody gets an e-mail.`,
  ];
}
