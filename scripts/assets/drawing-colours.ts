import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Where the drawings of posts stand; those of the dark theme in a folder below, under the same names. */
export const DRAWINGS = join(root, 'public/art');
export const DARK_DRAWINGS = join(DRAWINGS, 'dark');

type Theme = 'light' | 'dark';
type Colours = ReadonlyMap<string, Record<Theme, string>>;

const COLOUR = /--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g;
const SAME_AS = /--([\w-]+): var\(--([\w-]+)\);/g;
const USE = /var\(--([\w-]+), (#[0-9a-f]{6})\)/gi;

/** The two values of every colour in tokens.css by its name, '#rrggbb' in small letters. */
export function readColours(): Colours {
  const css = readFileSync(join(root, 'src/web/tokens.css'), 'utf8');
  const colours = new Map(
    [...css.matchAll(COLOUR)].map(([, name, light, dark, both]) => [
      name!,
      { light: (light ?? both)!, dark: (dark ?? both)! },
    ]),
  );
  for (const [, name, other] of css.matchAll(SAME_AS)) {
    const same = colours.get(other!);
    if (same) colours.set(name!, same);
  }
  return colours;
}

/** File names of the posts' drawings. */
export const drawingNames = (): string[] =>
  readdirSync(DRAWINGS)
    .filter((name) => /^blog-[a-z-]+\.svg$/.test(name))
    .toSorted();

/** The drawing in the colours of a theme, for places that the tokens of the page do not reach, such as an <img>. */
export function withColours(svg: string, theme: Theme, colours: Colours): string {
  return svg.replace(USE, (_, name: string) => {
    const pair = colours.get(name);
    if (!pair) throw new Error(`A drawing uses --${name}, which tokens.css does not name.`);
    return `var(--${name}, ${pair[theme]})`;
  });
}
