import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '#domain/text/rich-text.ts';
import { initialOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/choices.tsx';
import { TextField } from '#web/ui/field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { FailedState } from '#web/ui/states.tsx';

const nothing = () => {};

describe('button', () => {
  it('does not submit by accident', () => {
    expect(renderToString(<Button>Save</Button>)).toContain('type="button"');
  });

  it('cannot be clicked while it is busy, and says so', () => {
    const html = renderToString(<Button busy>Signing in...</Button>);
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain('aria-busy="true"');
  });
});

describe('field', () => {
  it('connects label, hint and error with its control', () => {
    const html = renderToString(
      <TextField
        label="ZIP"
        value="9721"
        onChange={nothing}
        hint="Five digits."
        error="A ZIP code has five digits."
      />,
    );
    const id = html.match(/<label for="([^"]+)"/)![1]!;
    expect(html).toContain(`id="${id}" aria-describedby="${id}-error ${id}-hint" aria-invalid="true"`);
    expect(html).toContain(`<p id="${id}-error"`);
    expect(html).toContain('value="9721"');
  });

  it('has an empty live region while there is no error', () => {
    expect(renderToString(<TextField label="ZIP" value="" onChange={nothing} />)).toContain(
      '<div aria-live="polite" class="field-live"></div>',
    );
  });
});

describe('choices', () => {
  it('are labelled by their question', () => {
    const html = renderToString(
      <CheckboxGroup
        legend="Which?"
        options={[{ value: 'a', label: 'A' }]}
        value={['a']}
        onChange={nothing}
      />,
    );
    expect(html).toContain('Which?</legend>');
    expect(html).toContain('checked=""');
  });
});

describe('slider', () => {
  it('formats its bounds and its value, without a style attribute', () => {
    const html = renderToString(
      <Slider
        label="Your price"
        min={95}
        max={165}
        value={125}
        onChange={nothing}
        format={(dollars) => `$${dollars}`}
        marks={[
          { value: 95, label: 'Low' },
          { value: 125, label: 'Suggested' },
          { value: 165, label: 'High' },
        ]}
      />,
    );
    expect(html).toContain('aria-valuetext="$125"');
    expect(html).toMatch(/min="95" max="165" step="1"/);
    expect(html).not.toContain('style=');
  });
});

describe('failed load', () => {
  it('shows its message and "Try again"', () => {
    const html = renderToString(<FailedState message="Failed to fetch services" onRetry={nothing} />);
    expect(html).toContain('role="alert"');
    expect(html).toContain('Failed to fetch services');
    expect(html).toContain('Try again');
  });
});

describe('the letter of an avatar', () => {
  it.each([
    ['maren', 'M'],
    ['  élodie', 'É'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧'],
    ['🌿', '🌿'],
    ['', ''],
  ])('of %j is %j', (name, letter) => {
    expect(initialOf(name)).toBe(letter);
  });
});

describe('rich text', () => {
  const show = (ops: unknown[]) =>
    renderToString(<RichText blocks={blocksOf(JSON.stringify({ ops }), 'ARTICLE')} />);

  it('shows marks, lists and links as elements', () => {
    const html = show([
      { insert: 'Warm ' },
      { insert: 'oil', attributes: { bold: true, italic: true } },
      { insert: '\nsesame' },
      { insert: '\n', attributes: { list: 'bullet' } },
      { insert: 'read', attributes: { link: 'https://example.com/a' } },
      { insert: '\n' },
    ]);
    expect(html).toContain('<em><strong>oil</strong></em>');
    expect(html).toMatch(/<ul[^>]*><li>.*sesame.*<\/li><\/ul>/);
    expect(html).toContain('href="https://example.com/a"');
    expect(html).toContain('rel="noopener noreferrer nofollow ugc"');
  });

  it('keeps the width of a picture, inline and as a block', () => {
    const html = show([
      { insert: { image: '/art/blog-ginger.svg' }, attributes: { alt: 'Ginger', width: '240' } },
      { insert: '\n' },
      { insert: { imageBlock: { url: '/art/blog-tulsi.svg', alt: 'Tulsi', width: 320 } } },
      { insert: '\n' },
    ]);
    expect(html).toMatch(/<img[^>]*alt="Ginger"[^>]*width="240"/);
    expect(html).toMatch(/<img[^>]*alt="Tulsi"[^>]*width="320"/);
  });

  it('never contains a script', () => {
    const html = show([
      { insert: '<img src=x onerror=alert(1)>' },
      { insert: 'x', attributes: { link: 'javascript:alert(1)' } },
      { insert: '\n' },
    ]);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('javascript:');
  });
});
