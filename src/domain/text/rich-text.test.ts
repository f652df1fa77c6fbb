import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Op } from '#domain/text/notes.ts';
import { type Block, blocksOf, type Inline } from '#domain/text/rich-text.ts';

const blocks = (...ops: Op[]) => blocksOf({ ops }, 'ARTICLE');
const text = (text: string, marks: string[] = []) => ({ kind: 'text', text, marks });
const end = (attributes: Record<string, unknown>): Op => ({ insert: '\n', attributes });

test('paragraphs, marks and links', () => {
  expect(
    blocks(
      { insert: 'Rest ' },
      { insert: 'well', attributes: { bold: true, italic: true } },
      { insert: '\nRead ' },
      { insert: 'this', attributes: { link: 'javascript:x' } },
      { insert: '\n' },
    ),
  ).toEqual([
    { kind: 'paragraph', inlines: [text('Rest '), text('well', ['bold', 'italic'])] },
    { kind: 'paragraph', inlines: [text('Read '), { ...text('this'), link: 'about:blank' }] },
  ]);
});

test('plain text without a line end is a paragraph', () => {
  expect(blocksOf('Slept well')).toEqual([{ kind: 'paragraph', inlines: [text('Slept well')] }]);
  expect(blocksOf('')).toEqual([]);
});

test('empty lines stay between, not at the end', () => {
  expect(
    blocksOf('a\n\nb\n\n\n').map((block) => (block.kind === 'paragraph' ? block.inlines.length : null)),
  ).toEqual([1, 0, 1]);
});

test('headings, alignment, indented paragraphs', () => {
  expect(
    blocks({ insert: 'H' }, end({ header: 2, align: 'center' }), { insert: 'I' }, end({ indent: 8 })),
  ).toEqual([
    { kind: 'heading', level: 2, inlines: [text('H')], align: 'center' },
    { kind: 'paragraph', inlines: [text('I')], indent: 8 },
  ]);
});

test('quotes and code join their lines', () => {
  expect(
    blocks(
      { insert: 'a' },
      end({ blockquote: true }),
      { insert: 'b' },
      end({ blockquote: true }),
      { insert: 'x <y>' },
      end({ 'code-block': 'plain' }),
      end({ 'code-block': true }),
      { insert: 'z' },
      end({ 'code-block': true }),
    ),
  ).toEqual([
    { kind: 'quote', lines: [[text('a')], [text('b')]] },
    { kind: 'code', text: 'x <y>\n\nz' },
  ]);
});

describe('lists', () => {
  const line = (text: string, list: string, indent?: number): Op[] => [
    { insert: text },
    end(indent ? { list, indent } : { list }),
  ];
  const outline = (list: readonly Block[]): unknown =>
    list.map((block) =>
      block.kind === 'list'
        ? [
            block.list,
            ...block.items.map((item) => [
              item.inlines.map((inline) => (inline as { text: string }).text).join(''),
              ...(outline(item.children) as unknown[]),
            ]),
          ]
        : block.kind,
    );
  test('deeper items go under the item before; a new kind begins a new list', () => {
    const ops = [
      ...line('1', 'ordered'),
      ...line('1a', 'bullet', 1),
      ...line('1a1', 'bullet', 8),
      ...line('1b', 'bullet', 1),
      ...line('2', 'ordered'),
      ...line('x', 'bullet'),
    ];
    expect(outline(blocks(...ops))).toEqual([
      ['ordered', ['1', ['bullet', ['1a', ['bullet', ['1a1']]], ['1b']]], ['2']],
      ['bullet', ['x']],
    ]);
  });
  test('a list that begins indented', () => {
    expect(outline(blocks(...line('deep', 'bullet', 3), ...line('less', 'bullet', 1)))).toEqual([
      ['bullet', ['deep'], ['less']],
    ]);
  });
  test('checklists', () => {
    expect(blocks(...line('done', 'checked'), ...line('open', 'unchecked'))).toEqual([
      {
        kind: 'list',
        list: 'check',
        items: [
          { inlines: [text('done')], children: [], checked: true },
          { inlines: [text('open')], children: [], checked: false },
        ],
      },
    ]);
  });
});

test('pictures are inline; figures and videos are blocks', () => {
  expect(
    blocks(
      { insert: 'Look ' },
      { insert: { image: '/a.png' }, attributes: { alt: 'A', width: 20 } },
      { insert: { imageBlock: { url: '/b.jpg', alt: 'B', caption: 'Tulsi' } } },
      { insert: '\n' },
      { insert: { video: 'https://vimeo.com/76979871' } },
      { insert: '\nafter\n' },
    ),
  ).toEqual([
    { kind: 'paragraph', inlines: [text('Look '), { kind: 'image', src: '/a.png', alt: 'A', width: 20 }] },
    { kind: 'figure', src: '/b.jpg', alt: 'B', caption: 'Tulsi' },
    { kind: 'video', src: 'https://player.vimeo.com/video/76979871' },
    { kind: 'paragraph', inlines: [text('after')] },
  ]);
});

it('loses no text, whatever the lines are', () => {
  const attributes = fc.record(
    {
      list: fc.constantFrom('ordered', 'bullet', 'checked'),
      indent: fc.integer({ min: 1, max: 9 }),
      header: fc.integer({ min: 1, max: 6 }),
      blockquote: fc.constant(true),
      'code-block': fc.constant(true),
    },
    { requiredKeys: [] },
  );
  const textOf = (list: readonly Block[]): string =>
    list
      .map((block) => {
        const inline = (inlines: readonly Inline[]) =>
          inlines.map((each) => (each.kind === 'text' ? each.text : '')).join('');
        if (block.kind === 'list')
          return block.items.map((item) => inline(item.inlines) + textOf(item.children)).join('');
        if (block.kind === 'quote') return block.lines.map(inline).join('');
        if (block.kind === 'code') return block.text.replaceAll('\n', '');
        return block.kind === 'paragraph' || block.kind === 'heading' ? inline(block.inlines) : '';
      })
      .join('');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.stringMatching(/^[a-z]{0,4}$/), attributes), { maxLength: 12 }),
      (lines) => {
        const ops = lines.flatMap(([text, attribute]): Op[] => [
          { insert: text },
          { insert: '\n', attributes: attribute },
        ]);
        expect(textOf(blocksOf({ ops }))).toBe(lines.map(([text]) => text).join(''));
      },
    ),
    { numRuns: 500 },
  );
});
