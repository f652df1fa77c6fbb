import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isEmptyNote, normaliseDelta, type Notes, parseNotes } from '#domain/text/notes.ts';
import { safeImage, safeLink, videoEmbed } from '#domain/text/safe-sources.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

describe('reading notes', () => {
  const slept = { ops: [{ insert: 'Slept well\n' }] };
  test.each([
    ['a document', slept, slept],
    ['its JSON text', JSON.stringify(slept), slept],
    ['plain text is a single insert', 'Slept well', { ops: [{ insert: 'Slept well' }] }],
    ['JSON that is no document is text', '{"mood":1}', { ops: [{ insert: '{"mood":1}' }] }],
    ['broken JSON is text', '{"ops":[', { ops: [{ insert: '{"ops":[' }] }],
    ['nothing', null, { ops: [] }],
    ['an empty text', '', { ops: [] }],
    ['ops that are no list', { ops: 'x' }, { ops: [] }],
  ] as [string, Notes, unknown][])('%s', (_, notes, delta) => expect(parseNotes(notes)).toEqual(delta));
});

describe('empty notes', () => {
  test.each([
    ['', true],
    [null, true],
    [undefined, true],
    ['{"ops":[]}', true],
    ['{"ops":[{"insert":"\\n"}]}', true],
    [{ ops: [] }, true],
    [{}, true],
    [{ ops: [{ insert: '\n' }] }, true],
    [{ ops: [{ insert: 'x\n' }] }, false],
    [{ ops: [{ insert: { image: PIXEL } }, { insert: '\n' }] }, false],
    ['hello', false],
  ] as [Notes, boolean][])('%j: %s', (notes, empty) => expect(isEmptyNote(notes)).toBe(empty));
});

describe('the contents of a document', () => {
  const one = (insert: unknown, attributes?: unknown) =>
    normaliseDelta({ ops: [{ insert, attributes }] }).ops;
  test('known attributes and values stay', () => {
    const attributes = { bold: true, italic: true, link: 'https://a.example/' };
    expect(one('x', attributes)).toEqual([{ insert: 'x', attributes }]);
    expect(one('\n', { list: 'ordered', indent: 2 })).toEqual([
      { insert: '\n', attributes: { list: 'ordered', indent: 2 } },
    ]);
    expect(one('\n', { indent: 99 })).toEqual([{ insert: '\n', attributes: { indent: 8 } }]);
  });
  test.each([
    { color: 'red' },
    { bold: 'yes' },
    { header: 7 },
    { list: 'x' },
    { indent: 0 },
    { indent: 1.5 },
    { style: 'x' },
    { onclick: 'x' },
    { align: 'left;' },
    { alt: 'x' },
    { constructor: 1 },
    'bold',
    null,
  ] as unknown[])('%j is dropped', (attributes) => expect(one('x', attributes)).toEqual([{ insert: 'x' }]));
  test('inserts only', () => {
    expect(
      normaliseDelta({
        ops: [
          { retain: 3 },
          { delete: 1 },
          null,
          'x',
          { insert: '' },
          { insert: 5 },
          { insert: { widget: 1 } },
        ],
      }),
    ).toEqual({
      ops: [],
    });
  });
  test('neighbours with equal attributes are joined', () => {
    expect(
      normaliseDelta({ ops: [{ insert: 'a', attributes: { color: 'red' } }, { insert: 'b\r\n' }] }),
    ).toEqual({
      ops: [{ insert: 'ab\n' }],
    });
  });
  test('a bad link becomes about:blank, a bad picture is dropped', () => {
    expect(one('x', { link: 'javascript:alert(1)' })).toEqual([
      { insert: 'x', attributes: { link: 'about:blank' } },
    ]);
    expect(one({ image: 'javascript:alert(1)' })).toEqual([]);
    expect(one({ image: PIXEL }, { alt: 'A dot', width: '20', height: 9999, bold: true })).toEqual([
      { insert: { image: PIXEL }, attributes: { alt: 'A dot', width: 20 } },
    ]);
  });
  test('a video of another host stays as a link', () => {
    expect(one({ video: 'https://youtu.be/dQw4w9WgXcQ' })).toEqual([
      { insert: { video: 'https://www.youtube.com/embed/dQw4w9WgXcQ' } },
    ]);
    expect(one({ video: 'https://evil.example/' })).toEqual([
      { insert: 'https://evil.example/', attributes: { link: 'https://evil.example/' } },
    ]);
    expect(one({ video: 'javascript:alert(1)' })).toEqual([]);
  });
  test('what loads nothing has links to pictures and videos of other hosts', () => {
    const contained = (insert: object, attributes?: object) =>
      normaliseDelta({ ops: [{ insert, attributes }] }, 'SELF_CONTAINED').ops;
    const picture = 'https://a.example/a.png';
    expect(contained({ image: picture })).toEqual([{ insert: picture, attributes: { link: picture } }]);
    expect(contained({ image: picture }, { alt: 'A leaf' })).toEqual([
      { insert: 'A leaf', attributes: { link: picture } },
    ]);
    const video = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
    expect(contained({ video })).toEqual([{ insert: `${video}\n`, attributes: { link: video } }]);
    expect(contained({ image: '/api/staff/clients/1/export' })).toEqual([]);
  });
  test('the image block is for articles', () => {
    const op = { insert: { imageBlock: { url: '/a.jpg', alt: 'Leaves', caption: 'Tulsi', style: 'x' } } };
    expect(normaliseDelta({ ops: [op] }).ops).toEqual([]);
    expect(normaliseDelta({ ops: [op] }, 'ARTICLE').ops).toEqual([
      { insert: { imageBlock: { url: '/a.jpg', alt: 'Leaves', caption: 'Tulsi' } } },
    ]);
    expect(
      normaliseDelta({ ops: [{ insert: { imageBlock: { url: 'vbscript:x' } } }] }, 'ARTICLE').ops,
    ).toEqual([]);
  });
  it('never throws, and is idempotent', () => {
    const op = fc.oneof(
      fc.anything(),
      fc.record({ insert: fc.oneof(fc.string(), fc.anything()), attributes: fc.anything() }),
      fc.record({
        insert: fc.constantFrom(
          'a',
          '\n',
          { image: '/a.png' },
          { image: 'https://a.example/a.png' },
          { video: 'https://vimeo.com/12345' },
          { video: 'x' },
        ),
        attributes: fc.record({
          bold: fc.constantFrom(true, 'true', null),
          list: fc.constantFrom('bullet', 'nothing'),
          indent: fc.integer(),
          link: fc.webUrl(),
        }),
      }),
    );
    fc.assert(
      fc.property(fc.array(op), (ops) => {
        for (const kind of ['SELF_CONTAINED', 'NOTE', 'ARTICLE'] as const) {
          const once = normaliseDelta({ ops }, kind);
          expect(normaliseDelta(once, kind)).toEqual(once);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('links: http, https, mailto, tel, sms, else about:blank', () => {
  test.each([
    'http://a.example',
    'HTTPS://a.example/?q=1:2',
    'mailto:a@b.example',
    'tel:+14155550123',
    'sms:123',
    '/about#faq',
    '#faq',
    'about',
    '//a.example',
  ])('%s stays', (href) => expect(safeLink(href)).toBe(href));
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    'ftp://a.example',
    '',
    ' ',
  ])('%j is about:blank', (href) => expect(safeLink(href)).toBe('about:blank'));
});

describe('pictures: http, https, data', () => {
  test.each(['https://a.example/a.png', 'http://a.example/a.png', PIXEL, 'data:image/jpeg;base64,/9j/'])(
    '%s',
    (src) => expect(safeImage(src, 'NOTE')).toBe(src),
  );
  test.each(['/a.png', '/api/staff/me', 'https:/auth/sign-out', '//evil.example/a.png', 'a.png'])(
    'no path: %s',
    (src) => expect(safeImage(src, 'NOTE')).toBeNull(),
  );
  test('an article has files of this site, and no calls', () => {
    expect(safeImage('/art/a.png', 'ARTICLE')).toBe('/art/a.png');
    for (const call of [
      '/api/x',
      '/AUTH/x',
      '/art/../api/x',
      '/%61pi/x',
      '/\\api/x',
      '/sign-out',
      'api/x',
      '/auth?x',
      // Behind https, a browser reads these as paths of this site.
      'https:/api/x',
      'https:sign-out',
    ])
      expect([call, safeImage(call, 'ARTICLE'), safeLink(call)]).toEqual([call, null, 'about:blank']);
  });
  test('what loads nothing has only pictures of its own', () => {
    expect(safeImage(PIXEL, 'SELF_CONTAINED')).toBe(PIXEL);
    for (const src of ['https://a.example/a.png', '/a.png', 'a.png', 'https:/a.png'])
      expect(safeImage(src, 'SELF_CONTAINED')).toBeNull();
  });
  test.each([
    'javascript:x',
    'data:text/html;base64,PHA+',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'blob:x',
    'file:///a.png',
    '',
  ])('not %s', (src) => expect(safeImage(src, 'ARTICLE')).toBeNull());
});

describe('videos of two hosts, in embed form', () => {
  const YOUTUBE = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
  const VIMEO = 'https://player.vimeo.com/video/76979871';
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
    ['https://m.youtube.com/watch?t=4&v=dQw4w9WgXcQ&x=1', YOUTUBE],
    ['youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', YOUTUBE],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?showinfo=0', YOUTUBE],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YOUTUBE],
    ['https://vimeo.com/76979871', VIMEO],
    ['https://player.vimeo.com/video/76979871?h=1', VIMEO],
    ['https://evil.example/?https://youtu.be/dQw4w9WgXcQ', null],
    ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
    ['https://evilyoutube.com/watch?v=dQw4w9WgXcQ', null],
    ['javascript:youtube.com/watch?v=dQw4w9WgXcQ', null],
    ['https://vimeo.com/about', null],
  ])('%s', (url, embed) => expect(videoEmbed(url)).toBe(embed));
});
