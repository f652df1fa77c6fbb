import { expect, it } from 'vitest';
import type { Merge } from '#contract/clients.schemas.ts';
import { mergeTexts } from '#staff/clients/merge-texts.ts';

const plan = { visits: 0, notes: 0, forms: 0, pinned: 'NONE', gets: [], refused: null } as const;
const textsOf = (change: Partial<Merge>) =>
  mergeTexts({ ...plan, gets: [], into: { short_name: 'Mira N.' } as Merge['into'], ...change }, 'Kit');

it('says what goes to the other record, and what becomes of this one', () => {
  expect(textsOf({})).toEqual([
    'There are no visits, notes or forms to move.',
    'The record of Kit is then gone. Nobody gets an e-mail.',
  ]);
  expect(textsOf({ visits: 3, notes: 1, forms: 2, pinned: 'JOINED', gets: ['phone', 'address'] })).toEqual([
    '3 visits, 1 session note, and 2 forms go to Mira N., with payments.',
    'What is important about both stands in one note.',
    'Mira N. also gets from it: phone and address.',
    'The record of Kit is then gone. Nobody gets an e-mail.',
  ]);
  expect(textsOf({ visits: 1, pinned: 'MOVED' }).slice(0, 2)).toEqual([
    '1 visit goes to Mira N., with payments.',
    'What is important about Kit goes too.',
  ]);
});
