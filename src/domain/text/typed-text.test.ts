import { describe, expect, test } from 'vitest';
import { parseEmail } from '#domain/people/email.ts';
import { cleanDocumentText, cleanLine, cleanLines, cleanName, isStorable } from '#domain/text/typed-text.ts';

const code = (text: string) =>
  [...text].map((char) => char.codePointAt(0)!.toString(16).padStart(4, '0')).join(' ');

describe('what copying brings along is cleaned', () => {
  test.each(
    ['\r\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'].map((end) => [
      code(end),
      end,
    ]),
  )('a line end stays one: %s', (_code, end) => {
    expect(cleanLines(`I am ill.${end}Please book again.`)).toBe('I am ill.\nPlease book again.');
    expect(cleanLine(`Room${end}2`)).toBe('Room 2');
  });
  const INVISIBLE = [
    '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c',
    '\u200b', '\u2060', '\u2062', '\u00ad', '\ufeff', '\u034f', '\u115f', '\u3164', '\uffa0', '\ufff9', '\ufffb', '\ufffc',
    '\ufffe', '\u{1fffe}', '\u{e0041}', '\u{e0001}', '\x01', '\x1b', '\x7f', '\x9b', '\ufe0f', '\u{e0100}', '\u180e', '\u206a',
  ]; // oxfmt-ignore
  test.each(INVISIBLE.map((char) => [code(char), char]))('what is never seen goes: %s', (_code, char) => {
    expect(cleanLines(`ab${char}cd${char}`)).toBe('abcd');
    expect(cleanLine(`${char}ab${char}cd`)).toBe('abcd');
    expect(cleanName(`Ma${char}ren`)).toBe('Maren');
    expect(cleanName(char)).toBe('');
  });
  test.each([
    'Ana María de la Cruz', 'Zoë', 'Nguyễn Thị Ánh', '葛\u{e0100}城', '神\ufa19', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d👧', '❤\ufe0f\u200d🔥',
    '👩🏽\u200d⚕\ufe0f', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '1\ufe0f\u20e3', '\u0600 12', 'e\u0301a', '“it’s” – 10 € …',
  ])('nothing visible is lost: %s', (text) => {
    expect(cleanLines(text)).toBe(text);
    expect(cleanLine(text)).toBe(text);
    expect(cleanName(text)).toBe(text);
  }); // oxfmt-ignore
  test('blanks of every kind are one blank in a line', () => {
    expect(cleanLine(' a\tb\u00a0 c\u2003d\u3000e\u202ff ')).toBe('a b c d e f');
    expect(cleanLines(' a\tb\n\n c ')).toBe('a b\n\n c');
    expect(cleanDocumentText(' a\tb\r\n ')).toBe(' a\tb\n ');
  });
  test('cleaning twice is cleaning once', () => {
    for (const char of [...INVISIBLE, '\u200d', '\u200c', '\u0301', '\u2800', '❤', 'a', ' '])
      for (const other of [...INVISIBLE, '\u200d', '\u200c', '\u0301', '\u2800', '❤', 'a', ' ']) {
        const once = cleanName(`a${char}${other}b`);
        expect(cleanName(once)).toBe(once);
      }
  });
  test('only NUL and half of a surrogate pair cannot be stored', () => {
    for (const text of ['a\0b', 'a\ud800b', '\udfff']) expect(isStorable(cleanLines(text))).toBe(false);
    for (const text of ['a\u0001b', '👩\u200d👧', '\ufffd']) expect(isStorable(cleanLines(text))).toBe(true);
  });
});

describe('a name is seen', () => {
  test.each([
    '\u200b',
    '\u200d',
    '\u200d\u200d',
    '\u2060\u200d\u3164',
    '\u2800',
    '\u0301',
    ' \u0300\u0301',
    '\u3164\u200d\u3164',
    '\u00a0\u2800 ',
  ])('nothing is left of %j', (name) => expect(cleanName(name)).toBe(''));
  test('a letter keeps its accents, and not more than fit a line', () => {
    expect(cleanName(`Z${'\u0301'.repeat(180)}oe`)).toBe(`Z${'\u0301'.repeat(4)}oe`);
    expect(cleanName('Ana \u0301Mar')).toBe('Ana Mar');
  });
});

describe('e-mail addresses', () => {
  test.each([
    [' Maren@Example.com ', 'maren@example.com'],
    ['Maren Keller <maren@example.com>', 'maren@example.com'],
    ['"Keller, Maren" <Maren.Keller@example.com>;', 'maren.keller@example.com'],
    ['<maren@example.com>', 'maren@example.com'],
    ['mailto:maren@example.com', 'maren@example.com'],
    ['\u202amaren@example.com\u202c\u200b', 'maren@example.com'],
    ['ｍａｒｅｎ＠example.com', 'maren@example.com'],
    ['a&b@example.com', 'a&b@example.com'],
    ["o'neill+x=y@mail.example.co.uk", "o'neill+x=y@mail.example.co.uk"],
    ['m@example.xn--p1ai', 'm@example.xn--p1ai'],
    ['m@пример.рф', 'm@пример.рф'],
    ['m@bücher.example', 'm@bücher.example'],
  ])('%j is %s', (typed, email) => expect(parseEmail(typed)).toBe(email));
  test.each([
    '', 'maren', 'maren@', '@example.com', 'maren@example', 'maren@example.c', 'maren@-example.com', 'maren@example..com',
    '.maren@example.com', 'ma..ren@example.com', 'ma ren@example.com', 'a@b@example.com', 'a@example.com, b@example.com',
    'maren@127.0.0.1', 'maren@[127.0.0.1]', '"m n"@example.com', 'a@example.com <b', `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`, 'a\r\nBcc: x@example.com', 'ä@example.com',
  ])('%j is none', (typed) => expect(parseEmail(typed)).toBeNull()); // oxfmt-ignore
});
