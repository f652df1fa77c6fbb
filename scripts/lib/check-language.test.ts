import { expect, it } from 'vitest';
import { findOddLanguage, findOddSubjects } from './language-rules.ts';

const oddIn = (text: string, path = 'src/domain/a.ts') =>
  findOddLanguage(path, text).map((fault) => /"(.*)"/.exec(fault)![1]);

it.each([
  ['const told = 1;', 'told'],
  ['await letGo();', 'letGo'],
  ["// Nobody can book 'nobody'.", 'Nobody'],
  [' * A time that the log tells.', 'tells'],
  ['/** A price. */\nexport const priceOf = (id: string) => id;', 'A'],
  ['/**\n * The price.\n */\nexport async function readPrice() {}', 'The'],
])('finds the odd word of %s', (text, word) => {
  expect(oddIn(text)).toEqual([word]);
});

it.each([
  "const text = 'Nobody is told.';",
  'const { told_at } = booking;',
  '        Nobody has booked this class yet.',
  "/** 'Nobody is booked today.' */",
  '/** Returns a price. */\nexport const priceOf = (id: string) => id;',
  '/** A price. */\nexport type Price = number;',
])('accepts %s', (text) => {
  expect(oddIn(text)).toEqual([]);
});

it('asks for docstrings that begin with a verb only of domain, contract and ports', () => {
  expect(oddIn('/** A price. */\nexport function Price() {}', 'src/staff/price.tsx')).toEqual([]);
});

it('names subjects of commits that are too long or no "area: verb"', () => {
  const long = `checkout: ${'refund '.repeat(10)}`;
  expect(findOddSubjects(['checkout: refund once', long, 'Refund once']).length).toBe(2);
});
