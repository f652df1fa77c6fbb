import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstOf, hasNames, isolate, nameOr, splitAtNames, writeOut } from '#domain/people/personal.ts';
import { cleanLine } from '#domain/text/typed-text.ts';

const sentence = `Booked by Nalini for ${isolate('Maren Oakes')}, not ${isolate('שירה')}.`;

it('a sentence is read with its names, or with what stands for them', () => {
  expect(writeOut(sentence)).toBe('Booked by Nalini for Maren Oakes, not שירה.');
  expect(writeOut(sentence, () => 'M.')).toBe('Booked by Nalini for M., not M..');
  expect(splitAtNames(sentence)).toEqual(['Booked by Nalini for ', 'Maren Oakes', ', not ', 'שירה', '.']);
});

it('who has no name is called by words, which name nobody', () => {
  expect(nameOr('', 'the client')).toBe('the client');
  expect(nameOr(null, 'the client')).toBe('the client');
  expect(hasNames(nameOr('Maren', 'the client'))).toBe(true);
});

it('the first name is the first word of a name; words that name nobody stay whole', () => {
  expect(firstOf(isolate('Maren Oakes'))).toBe(isolate('Maren'));
  expect(firstOf(nameOr('', 'No name yet'))).toBe('No name yet');
});

it('nobody types the marks: what is typed never opens or ends a name', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\u2068', '\u2069', 'a', ' '), { maxLength: 12 }), (typed) => {
      const name = cleanLine(typed.join(''));
      expect(splitAtNames(`for ${isolate(name)}.`)).toEqual(['for ', name, '.']);
    }),
  );
});
