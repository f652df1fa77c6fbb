import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Blog } from '#contract/blog.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { CODE, PAYLOADS, URL_PAYLOADS } from '#tests/support/xss-payloads.ts';
import { testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { lineOf, markdownOf } from '../../export/markdown.ts';
import { articleFromMarkdown } from './article-from-markdown.ts';

const sample = await testApp();
const { db, clock, visit } = sample;
const DRAWINGS = readdirSync(new URL('../../../../public/art', import.meta.url))
  .filter((name) => name.endsWith('.svg'))
  .map((name) => `/art/${name}`);
const files: Record<string, string> = {};
const said = practiceCommands(sample, { files, drawings: DRAWINGS });
const HEAD = {
  title: 'A pot for two',
  description: 'What to do with a wet Sunday.',
  image: '/art/blog-ginger.svg',
};
const fileOf = (body: string, head: object = {}) =>
  `---\n${Object.entries({ ...HEAD, ...head })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n\n${body}\n`;
/** Puts it on the blog by the command. */
const write = async (body: string, head: object = {}) => {
  files['post.md'] = fileOf(body, head);
  return await said('post', 'post.md');
};
const blogs = async () => (await visit('/get-blogs')).json<Blog[]>();
const blogOf = async (slug: string) => (await blogs()).find(({ url_path }) => url_path === slug);
const read = (...lines: string[]) => articleFromMarkdown(lines, 1, DRAWINGS);
const errorsIn = (...lines: string[]) =>
  read(...lines).errors.map(({ line, message }) => `${line} ${message}`);

describe('post', () => {
  test('a new one is on the list, in the feed and on the site map at once, with what its file leaves out', async () => {
    const before = (await blogs()).length;
    expect(await write('Warm words.', { categories: 'Herbalism, Tea' })).toBe(
      'Published: A pot for two\nhttps://sattva.example/blog/a-pot-for-two\nIt is on the site within 15 seconds.',
    );
    const all = await blogs();
    expect(all).toHaveLength(before + 1);
    expect(all[0]).toMatchObject({
      title: 'A pot for two',
      description: 'What to do with a wet Sunday.',
      author: 'Nalini Brandt',
      publish_date: '2026-03-02T12:00:00.000Z',
      hero_image_url: '/art/blog-ginger.svg',
      og_image_url: null,
      categories: ['Herbalism', 'Tea'],
      url_path: 'a-pot-for-two',
      content: { ops: [{ insert: 'Warm words.\n' }] },
    });
    expect((await visit('/blog/feed.xml')).body).toContain('<title>A pot for two</title>');
    expect((await visit('/sitemap.xml')).body).toContain('/blog/a-pot-for-two</loc>');
    expect((await said('posts')).split('\n')[0]).toBe('a-pot-for-two  Mar 2, 2026  A pot for two');
  });

  test('today is the practice’s, not that of UTC', async () => {
    clock.set(new Date('2026-03-03T07:30:00Z'));
    await write('Late.', { title: 'Late' });
    expect((await blogOf('late'))?.publish_date).toBe('2026-03-02T12:00:00.000Z');
    expect(await said('post', 'remove', 'late')).toContain('Removed: Late.');
  });

  test('the same title again replaces it: address, id and date stay', async () => {
    const before = await blogOf('a-pot-for-two');
    clock.set(new Date('2026-03-09T18:00:00Z'));
    expect(
      await write('Other words.', { author: 'Somebody Else', image: 'https://pictures.example/a.jpg' }),
    ).toContain('Changed: A pot for two\n');
    expect(await blogOf('a-pot-for-two')).toEqual({
      ...before,
      author: 'Somebody Else',
      updated_at: '2026-03-09T18:00:00.000Z',
      categories: [],
      hero_image_url: 'https://pictures.example/a.jpg',
      og_image_url: 'https://pictures.example/a.jpg',
      content: { ops: [{ insert: 'Other words.\n' }] },
    });
    expect(await write('Words.', { date: '2026-12-24' })).toContain('Dec 24, 2026, is still to come');
    expect((await blogOf('a-pot-for-two'))?.publish_date).toBe('2026-12-24T12:00:00.000Z');
  });

  test('a post of another title at the same address is not written over by chance', async () => {
    const before = await blogOf('a-pot-for-two');
    expect(await write('x', { title: 'A pot, for two!' })).toMatch(
      /^WRONG The address \/blog\/a-pot-for-two belongs to “A pot for two”\. .* slug: a-pot-for-two/,
    );
    expect(await blogOf('a-pot-for-two')).toEqual(before);
    expect(await write('Words.', { title: 'A pot, for two!', slug: 'a-pot-for-two' })).toContain('Changed:');
    expect((await blogOf('a-pot-for-two'))?.title).toBe('A pot, for two!');
    expect(await write('x', { slug: 'nowhere' })).toMatch(/^WRONG There is no post nowhere to replace/);
  });

  test('two who publish one title at once lose nothing', async () => {
    files['one.md'] = fileOf('One.', { title: 'Twins' });
    files['two.md'] = fileOf('Two.', { title: 'Twins' });
    const answers = await Promise.all([said('post', 'one.md'), said('post', 'two.md')]);
    for (const answer of answers) expect(answer).toMatch(/^(?:Published|Changed): Twins/);
    const slugs = (await blogs()).map(({ url_path }) => url_path).filter((slug) => slug.startsWith('twins'));
    expect(slugs).toHaveLength(answers.filter((answer) => answer.startsWith('Published')).length);
    for (const slug of slugs) await said('post', 'remove', slug);
  });

  test('every post of the sample is shown as a file that makes the same post', async () => {
    for (const { slug } of await db.selectFrom('posts').select('slug').execute()) {
      const before = await blogOf(slug);
      files['shown.md'] = await said('post', 'show', slug);
      expect(await said('post', 'shown.md')).toMatch(/^Changed: /);
      const after = await blogOf(slug);
      expect({ ...after, content: null, updated_at: null }).toEqual({
        ...before,
        content: null,
        updated_at: null,
      });
      expect(blocksOf(after!.content as Delta, 'ARTICLE')).toEqual(
        blocksOf(before!.content as Delta, 'ARTICLE'),
      );
    }
  });

  test('a removed post is gone everywhere, and is printed so that it can be restored', async () => {
    const before = await blogOf('a-pot-for-two');
    const words = await said('post', 'remove', 'a-pot-for-two');
    expect(words).toMatch(/^Removed: A pot, for two!/);
    expect(await blogOf('a-pot-for-two')).toBeUndefined();
    expect((await visit('/blog/feed.xml')).body).not.toContain('A pot, for two!');
    expect((await visit('/sitemap.xml')).body).not.toContain('a-pot-for-two');
    files['back.md'] = words.slice(words.indexOf('---')).replace(/^slug: .*\n/m, '');
    expect(await said('post', 'back.md')).toContain('Published: A pot, for two!');
    expect(await blogOf('a-pot-for-two')).toEqual({
      ...before,
      id: expect.any(String) as string,
      updated_at: undefined, // a new post was never changed
    });
    expect(await said('post', 'remove', 'nowhere')).toMatch(/^WRONG There is no post nowhere/);
    expect(await said('post', 'show', 'nowhere')).toMatch(/^WRONG There is no post nowhere/);
    expect(await said('post')).toMatch(/^WRONG Say post FILE/);
    expect(await said('post', 'none.md')).toBe('WRONG The file none.md cannot be read.');
    expect(await said('post', 'a', 'b')).toMatch(/^WRONG Name one file/);
  });

  test.each([
    ['no head', 'Only words.', /line 1: The file has to begin with a head/],
    ['a head that does not end', '---\ntitle: x\n', /line 1: The file has to begin with a head/],
    ['no title', fileOf('x').replace(/^title: .*$/m, ''), /line 1: The head needs title/],
    ['an empty image', fileOf('x', { image: '' }), /line 4: The head needs image/],
    [
      'an unknown word',
      fileOf('x', { draft: 'yes' }),
      /line 5: The head has lines such as .* It knows title,/,
    ],
    ['a word twice', fileOf('x').replace('title:', 'title: y\ntitle:'), /line 3: title appears twice/],
    ['no real date', fileOf('x', { date: '2026-02-30' }), /line 5: Write the date as/],
    ['a title without letters', fileOf('x', { title: '???' }), /line 2: The title needs a letter/],
    ['a long title', fileOf('x', { title: 'x'.repeat(151) }), /line 2: title is too long/],
    [
      'a picture over http',
      fileOf('x', { image: 'http://a.example/a.jpg' }),
      /line 4: A picture has an address with https/,
    ],
    [
      'a drawing that is not there',
      fileOf('x', { image: '/art/blog-cat.svg' }),
      /line 4: .*\/art\/blog-ginger\.svg/,
    ],
    ['a category twice', fileOf('x', { categories: 'Tea, Tea' }), /line 5: A category appears twice/],
    ['no words', fileOf(''), /line 5: There is no text after the head/],
    ['a control character', fileOf('x\u0000y'), /line 7: This line contains a control character/],
    ['another encoding', fileOf('caf\uFFFD'), /line 7: .*UTF-8/],
    ['too much', fileOf('word '.repeat(100_001)), /too long: 500 kB/],
  ])('%s: refused in words with its line, and nothing is written', async (_, text, words) => {
    const before = await blogs();
    files['bad.md'] = text;
    const answer = await said('post', 'bad.md');
    expect(answer).toMatch(/^WRONG Nothing was changed\. Errors in bad\.md:/);
    expect(answer).toMatch(words);
    expect(await blogs()).toEqual(before);
  });
});

describe('Markdown of a post', () => {
  test('is turned into the Delta that the renderer knows', () => {
    const { document, errors } = read(
      'First **bold _both_** and *italic*,',
      'going on ~~not~~.  ',
      'After a break.',
      '',
      '## A heading ##',
      '- one',
      '  goes on',
      '    1. deep',
      '    2. deeper [link](https://a.example/b_c_(d)?e=1)',
      '- [x] done',
      '',
      '> quoted',
      '> on',
      '',
      '![A cup](/art/blog-ginger.svg)',
      '_Under it_',
      'https://youtu.be/dQw4w9WgXcQ',
      '<https://vimeo.com/123456>',
      'a snake_case 2*3 \\*star\\* [no link] 1 < 2 & 3',
      '2024. in a wrapped line',
    );
    expect(errors).toEqual([]);
    const line = (attributes: object) => ({ insert: '\n', attributes });
    expect(document.ops).toEqual([
      { insert: 'First ' },
      { insert: 'bold ', attributes: { bold: true } },
      { insert: 'both', attributes: { bold: true, italic: true } },
      { insert: ' and ' },
      { insert: 'italic', attributes: { italic: true } },
      { insert: ', going on ' },
      { insert: 'not', attributes: { strike: true } },
      { insert: '.\nAfter a break.\nA heading' },
      line({ header: 2 }),
      { insert: 'one goes on' },
      line({ list: 'bullet' }),
      { insert: 'deep' },
      line({ list: 'ordered', indent: 1 }),
      { insert: 'deeper ' },
      { insert: 'link', attributes: { link: 'https://a.example/b_c_(d)?e=1' } },
      line({ list: 'ordered', indent: 1 }),
      { insert: 'done' },
      line({ list: 'checked' }),
      { insert: 'quoted on' },
      line({ blockquote: true }),
      { insert: { imageBlock: { url: '/art/blog-ginger.svg', alt: 'A cup', caption: 'Under it' } } },
      { insert: '\n' },
      { insert: { video: 'https://www.youtube.com/embed/dQw4w9WgXcQ' } },
      { insert: '\n' },
      { insert: { video: 'https://player.vimeo.com/video/123456' } },
      { insert: '\na snake_case 2*3 *star* [no link] 1 < 2 & 3 2024. in a wrapped line\n' },
    ]);
  });

  test.each([
    ['```', /Code/],
    ['a `b`', /Code/],
    ['---', /Lines across/],
    ['===', /Lines across/],
    ['| a | b |', /Tables/],
    ['#Heading', /blank after #/],
    ['##', /no text/],
    ['-', /no text/],
    ['3. three', /begins with 1/],
    ['[^1]: a', /Footnotes/],
    ['a[^1]', /Footnotes/],
    ['[a]: https://a.example', /where the link is/],
    ['[a][b]', /A link is written/],
    ['[a](https://a.example "title")', /A link is written/],
    ['[a](javascript:alert)', /begins with https/],
    ['[a](//evil.example)', /begins with https/],
    ['[a](page)', /begins with https/],
    ['[](https://a.example)', /no text/],
    ['![a](/art/blog-ginger.svg) and more', /line of its own/],
    ['see ![a](/art/blog-ginger.svg)', /line of its own/],
    ['![a](http://a.example/a.png)', /https/],
    ['![a](data:image/png;base64,AA==)', /https/],
    ['![a](https://user:word@a.example/a.png)', /https/],
    ['https://a.example', /video of YouTube or Vimeo/],
    ['https://youtu.be/dQw4w9WgXcQ?t=30', /begin at their beginning/],
    ['a **b', /needs a second one/],
    ['a b**', /needs a second one/],
    ['free* of charge', /needs a second one/],
    ['_a', /needs a second one/],
    ['a <b>c</b>', /HTML/],
    ['a &nbsp; b', /sign itself/],
    ['> > a', /words only/],
    ['> - a', /words only/],
    ['    code', /margin/],
  ])('%s is refused in words', (text, words) => {
    const { errors } = read('', text);
    expect(errors).toHaveLength(errors.length || 1);
    expect(errors[0]).toMatchObject({ line: 2, message: expect.stringMatching(words) as string });
  });

  test('every problem is reported with its line, also in a paragraph of several lines', () => {
    expect(
      errorsIn('good', 'a <b>', 'more', 'a `c`', '', '- item', '', '  a second paragraph').map((each) =>
        each.slice(0, 6),
      ),
    ).toEqual(['2 HTML', '4 Code', '8 An i']);
  });

  test('many signs that open nothing are read in a moment', () => {
    const began = performance.now();
    for (const sign of ['*', '**', '_', '[', '[a](', '![', '~~', '\\', '<', '&']) {
      const { document, errors } = read(`${sign}a `.repeat(20_000));
      expect(document.ops.length + errors.length).toBeGreaterThan(0);
    }
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('marks beside letters and signs are read back as they were written', () => {
    const ops = [
      { insert: 'a' },
      { insert: '(b)', attributes: { bold: true } },
      { insert: 'c' },
      { insert: 'd', attributes: { italic: true } },
      { insert: 'é\n' },
    ];
    const written = markdownOf({ ops });
    expect(written).toBe('&#97;**(b)**&#99;_d_&#233;\n');
    expect(read(written.trimEnd())).toEqual({ document: { ops }, errors: [] });
  });

  test('any text is read back as it was written by Markdown’s own rules', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab 1.-+*_[](){}<>&;#~|`\\!:=>"'),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (given) => {
        const words = given.replace(/\s+/g, ' ').trim();
        fc.pre(words !== '');
        const { document, errors } = read(
          ...markdownOf({ ops: [{ insert: `${words}\n` }] })
            .trimEnd()
            .split('\n'),
        );
        expect(errors).toEqual([]);
        expect(document).toEqual({ ops: [{ insert: `${words}\n` }] });
      }),
      { numRuns: 500 },
    );
  });
});

test('S7: each payload in every place of a file is refused, or stays inert text', async () => {
  const { RichText } = (await import(/* @vite-ignore */ `../../../web/ui/${'rich-text.tsx'}`)) as {
    RichText: ComponentType<{ blocks: unknown; look: string }>;
  };
  let shown = 0;
  for (const bad of PAYLOADS) {
    const line = bad.replace(/\s+/g, ' ');
    const bodies = [
      bad,
      lineOf(bad),
      `# ${bad}`,
      `- ${bad}`,
      `> ${bad}`,
      `**${bad}**`,
      `[words](${bad})`,
      `[${bad}](/blog)`,
    ];
    bodies.push(
      `![${line}](/art/blog-ginger.svg)`,
      `![a](${bad})`,
      `![a](/art/blog-ginger.svg)\n_${lineOf(bad)}_`,
    );
    bodies.push(`https://youtu.be/dQw4w9WgXcQ${line}`);
    for (const body of bodies) {
      const { document, errors } = read(...body.split('\n'));
      if (errors.length > 0) continue;
      shown += 1;
      const html = renderToStaticMarkup(
        createElement(RichText, { blocks: blocksOf(document), look: 'essay' }),
      );
      const tags = [...html.matchAll(/<\/?([a-z]+[1-6]?)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)\/?>/g)];
      expect(html.replace(/<\/?([a-z]+[1-6]?)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)\/?>/g, '')).not.toMatch(
        /[<>]/,
      );
      for (const [whole, tag, attributes] of tags) {
        expect(
          'div p br span h1 h2 h3 ul ol li blockquote strong em s a img figure figcaption iframe'.split(' '),
        ).toContain(tag);
        expect(attributes!.replace(/="[^"]*"/g, '')).not.toMatch(/ on|srcdoc|style/i);
        for (const [, href] of attributes!.matchAll(/ (?:href|src)="([^"]*)"/g))
          expect([whole, href]).toEqual([
            whole,
            expect.stringMatching(/^(?:https:\/\/|mailto:|tel:|sms:|\/(?!\/)|#)/),
          ]);
      }
    }
  }
  expect(shown).toBeGreaterThan(PAYLOADS.length);
  for (const bad of URL_PAYLOADS)
    expect(read(`[a](${bad})`).errors.length + read(`[a](${bad.trim()})`).errors.length).toBeGreaterThan(1);

  // In the head they are words, or refused for their length or signs; none reaches the pages as anything else.
  const words = `<img src=x onerror=${CODE}>`;
  expect(
    await write('x', { title: words, description: words, author: words, categories: words, alt: words }),
  ).toContain('Published');
  const slug = 'img-src-x-onerror-alert-xss-1';
  expect(await blogOf(slug)).toMatchObject({
    title: words,
    author: words,
    categories: [words],
    hero_alt: words,
  });
  expect((await visit('/blog/feed.xml')).body).not.toContain('<img');
  for (const bad of URL_PAYLOADS)
    expect(await write('x', { image: bad.replace(/\s+/g, ' ') })).toMatch(/^WRONG/);
  await said('post', 'remove', slug);
});
