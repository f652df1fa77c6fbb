import { describe, expect, it } from 'vitest';
import { formatsOfStyle, withoutInlineCode } from '#web/editor/pasted-html.ts';

describe('pasted HTML', () => {
  it('loses style and event attributes and style sheets', () => {
    const html = `<style>p{color:red}</style><p style="color:red" onclick='x()'>a<img src="x"onerror="y()"/style=z></p>`;
    const clean = withoutInlineCode(html);
    expect(clean).not.toMatch(/[\s"'/](?:style|on\w+)\s*=/i);
    expect(clean).not.toContain('<style');
    expect(clean).toContain('<template>p{color:red}</template>');
    expect(clean).toContain('data-style="color:red"');
  });

  it('keeps its text, even if it looks like attributes', () => {
    expect(withoutInlineCode('<p>style = calm, once = enough</p>')).toBe(
      '<p>style = calm, once = enough</p>',
    );
  });

  it.each([
    [{ fontWeight: '700' }, { bold: true }],
    [
      { fontWeight: 'bold', fontStyle: 'italic' },
      { bold: true, italic: true },
    ],
    [
      { fontWeight: '400', fontStyle: 'normal' },
      { bold: false, italic: false },
    ],
    [{ fontWeight: 'inherit', textDecorationLine: 'none', verticalAlign: 'baseline' }, {}],
    [{ textDecorationLine: 'underline line-through' }, { underline: true, strike: true }],
    [{ verticalAlign: 'super' }, { script: 'super' }],
  ])('reads %j as %j', (style, formats) => {
    const none = { fontWeight: '', fontStyle: '', textDecorationLine: '', verticalAlign: '' };
    expect(formatsOfStyle({ ...none, ...style })).toEqual(formats);
  });
});

it('handles unfinished tags in linear time', () => {
  const timeOf = (html: string) => {
    const began = process.cpuUsage();
    withoutInlineCode(html);
    return process.cpuUsage(began).user / 1000;
  };
  timeOf('<a '.repeat(1000));
  // In quadratic time 600 KB took more than five seconds.
  for (const piece of ['<a ', '<style ', '<p style='])
    expect(timeOf(piece.repeat(200_000))).toBeLessThan(1000);
});
