import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readColours } from '#scripts/assets/drawing-colours.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const TEXT = 4.5;
const CONTROL = 3;

type Rgb = [number, number, number];

const tokens = readColours();

const channels = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['paper', 'surface', 'sunken'];
const INKS = ['ink', 'muted', 'sage', 'turmeric-ink', 'leaf-ink', 'dusk-ink', 'clay-ink'];

const pairs: [ink: string, ground: string, needs: number][] = [
  ...INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground, TEXT] as [string, string, number])),
  ['on-sage', 'sage', TEXT],
  ['on-sage', 'sage-strong', TEXT],
  ['on-clay', 'clay', TEXT],
  ['on-clay', 'clay-strong', TEXT],
  ['ink', 'sage-wash', TEXT],
  ['muted', 'sage-wash', TEXT],
  ['sage', 'sage-wash', TEXT],
  ['sage-strong', 'sage-wash', TEXT],
  ...['turmeric', 'leaf', 'dusk', 'clay'].flatMap((hue) => [
    [`${hue}-ink`, `${hue}-wash`, TEXT] as [string, string, number],
    ['ink', `${hue}-wash`, TEXT] as [string, string, number],
  ]),
  ['on-earth', 'earth', TEXT],
  ['on-earth-muted', 'earth', TEXT],
  ...['ok', 'wait', 'bad', 'info', 'queue', 'off'].map(
    (state) => [`${state}-ink`, `${state}-bg`, TEXT] as [string, string, number],
  ),
  ...['control', 'sage', 'clay', 'dusk'].flatMap((edge) =>
    ['paper', 'surface'].map((ground) => [edge, ground, CONTROL] as [string, string, number]),
  ),
  // a toast
  ['paper', 'ink', TEXT],
  // a signature is black on a light sheet in both themes
  ['pen', 'sign-paper', TEXT],
];

describe.each(['light', 'dark'] as const)('contrast of the tokens, %s theme', (theme) => {
  it.each(pairs)('%s on %s is at least %d', (ink, ground, needs) => {
    expect(contrast(tokens.get(ink)![theme], tokens.get(ground)![theme])).toBeGreaterThanOrEqual(needs);
  });
});

describe('the tokens', () => {
  it('have a value in both themes for every colour that components may use', () => {
    const used = [...css.matchAll(/--color-([\w-]+): var\(--\1\);/g)].map(([, name]) => name!);
    expect(used.length).toBeGreaterThan(40);
    for (const name of used) expect(css).toMatch(new RegExp(`^  --${name}: `, 'm'));
  });

  it('leave no palette of the framework to fall back on', () => {
    expect(css).toContain('--color-*: initial;');
  });
});
