import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DARK_DRAWINGS, DRAWINGS, drawingNames, readColours, withColours } from './drawing-colours.ts';

const colours = readColours();

describe('drawings of posts', () => {
  it('use the colours of their theme', () => {
    const svg = '<path fill="var(--art-ground, #ABCDEF)" stroke="var(--art-line, #000000)"/>';
    expect(withColours(svg, 'light', colours)).toBe(
      '<path fill="var(--art-ground, #fbf7f0)" stroke="var(--art-line, #22332a)"/>',
    );
    expect(withColours(svg, 'dark', colours)).toBe(
      '<path fill="var(--art-ground, #111613)" stroke="var(--art-line, #c6d0c5)"/>',
    );
    expect(() => withColours('var(--art-none, #123456)', 'dark', colours)).toThrow('--art-none');
  });

  it('have a light and a dark version each', () => {
    expect(drawingNames().length).toBeGreaterThan(7);
    expect(readdirSync(DARK_DRAWINGS).toSorted()).toEqual(drawingNames());
  });

  it.each(drawingNames())('%s is the output of scripts/assets/make-drawings.ts', (name) => {
    const light = readFileSync(join(DRAWINGS, name), 'utf8');
    expect(light).toBe(withColours(light, 'light', colours));
    expect(readFileSync(join(DARK_DRAWINGS, name), 'utf8')).toBe(withColours(light, 'dark', colours));
    // No colour but those of the theme: it would be the same in light and dark.
    expect(light.replace(/var\([^)]*\)/g, '')).not.toMatch(/#[0-9a-f]{3,8}\b/i);
  });
});
