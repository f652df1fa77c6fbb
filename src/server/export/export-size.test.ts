import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  MAX_LINK_CHARACTERS,
  MAX_NOTE_LINES,
  countLines,
  noteToStore,
  parseNotes,
} from '#domain/text/notes.ts';
import { createReferences, markdownOf } from './markdown.ts';

const MARKS = ['bold', 'italic', 'strike', 'underline', 'code'] as const;
const operation = fc.record({
  lines: fc.nat(400),
  text: fc.string({ maxLength: 30 }),
  link: fc.option(fc.integer({ min: 20, max: 3 * MAX_LINK_CHARACTERS })),
  marks: fc.subarray([...MARKS]),
  line: fc.constantFrom(
    {},
    { list: 'bullet', indent: 8 },
    { list: 'ordered' },
    { header: 2 },
    { blockquote: true },
  ),
});
const note = fc.array(operation, { minLength: 1, maxLength: 12 }).map((operations) => ({
  ops: operations.flatMap(({ lines, text, link, marks, line }, n) => [
    {
      insert: `${text}\n`.repeat(lines + 1),
      attributes: {
        ...Object.fromEntries(marks.map((mark) => [mark, true])),
        ...(link === null ? {} : { link: `https://x.example/${n}${'a'.repeat(link)}` }),
        ...line,
      },
    },
  ]),
}));

/** 3 × the note, 200 a line, and 10 KB. */
const bound = (stored: { ops: { insert: unknown }[] }) =>
  3 * Buffer.byteLength(JSON.stringify(stored)) + 200 * countLines(stored as never) + 10_240;

const exported = (stored: Parameters<typeof markdownOf>[0]) => {
  const references = createReferences();
  return Buffer.byteLength(markdownOf(stored, references) + references.definitions());
};

it('a note in an export is at most as large as it was, and what its lines need', () => {
  fc.assert(
    fc.property(note, (given) => {
      const stored = noteToStore(given);
      fc.pre(stored !== null && stored !== 'TOO_LONG');
      expect(exported(stored)).toBeLessThanOrEqual(bound(stored));
    }),
    { numRuns: 300 },
  );
});

it('control: with every address where it is used, the lines multiply it', () => {
  const link = `https://x.example/${'a'.repeat(2000)}`;
  const stored = parseNotes({ ops: [{ insert: 'a\n'.repeat(9000), attributes: { link } }] });
  expect(exported(stored)).toBeLessThanOrEqual(bound(stored));
  expect(Buffer.byteLength(markdownOf(stored))).toBeGreaterThan(bound(stored));
});

it('a link of an older note that is longer than allowed is left out when it is read, and its text stays', () => {
  const ops = [
    { insert: 'site', attributes: { link: `https://x.example/${'a'.repeat(600_000)}`, bold: true } },
  ];
  expect(parseNotes({ ops })).toEqual({ ops: [{ insert: 'site', attributes: { bold: true } }] });
});

it('lines of an older note are never cut: saving it again would lose them', () => {
  const ops = [{ insert: 'a\n'.repeat(MAX_NOTE_LINES + 5) }];
  expect(countLines(parseNotes({ ops }))).toBe(MAX_NOTE_LINES + 5);
  expect(noteToStore({ ops })).toBe('TOO_LONG');
});

it('an older note of millions of lines ends with a sentence instead of filling the memory', () => {
  const written = markdownOf(
    { ops: [{ insert: `${'a'.repeat(50)}\n`.repeat(400_000), attributes: {} }] },
    createReferences(),
  );
  expect(written.length).toBeLessThan(12_000_000);
  expect(written.trimEnd()).toMatch(
    /\(This note is too long for this file\. All of it can be read on the site\.\)$/,
  );
});
