/**
 * Cuts the web fonts from the full files of their packages into public/fonts (committed; run again only when
 * a package or the alphabet changes): node scripts/assets/make-fonts.ts
 *
 * Fraunces keeps its optical size and has its soft and wonky axes pinned as the design sets them; its weight
 * is pinned too, since 380 and 440 look the same but cost 18 kB. Letters beyond western Europe live in
 * files of their own, which a browser fetches only when a name needs them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}public/fonts/`;

const between = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const WESTERN = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ŒœŠšŽžŸı–—‘’‚“”„•…‹›€™−→←`;
const BEYOND = between(0x100, 0x17f);
const TAGLINE = 'A series of small steps that takes you to a different place';

const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum'];

const fraunces = (subset: string, style: string) =>
  `node_modules/@fontsource-variable/fraunces/files/fraunces-${subset}-full-${style}.woff2`;
const nunito = (subset: string, style: string) =>
  `node_modules/@fontsource-variable/nunito-sans/files/nunito-sans-${subset}-full-${style}.woff2`;

interface Cut {
  name: string;
  from: string;
  letters: string;
  axes: Record<string, number | { min: number; max: number; default?: number }>;
}

const ROMAN = { SOFT: 60, WONK: 0, wght: 400 };
const ITALIC = { SOFT: 60, WONK: 1, wght: 360, opsz: 72 };
const TEXT = { wght: { min: 400, max: 750 }, wdth: 100, opsz: 12, YTLC: 500 };

const cuts: Cut[] = [
  { name: 'fraunces', from: fraunces('latin', 'normal'), letters: WESTERN, axes: ROMAN },
  { name: 'fraunces-beyond', from: fraunces('latin-ext', 'normal'), letters: BEYOND, axes: ROMAN },
  { name: 'fraunces-italic', from: fraunces('latin', 'italic'), letters: `${TAGLINE}&.,`, axes: ITALIC },
  { name: 'nunito-sans', from: nunito('latin', 'normal'), letters: WESTERN, axes: TEXT },
  { name: 'nunito-sans-beyond', from: nunito('latin-ext', 'normal'), letters: BEYOND, axes: TEXT },
  {
    name: 'nunito-sans-italic',
    from: nunito('latin', 'italic'),
    letters: WESTERN,
    axes: { ...TEXT, wght: { min: 400, max: 700 } },
  },
];

await mkdir(out, { recursive: true });
for (const { name, from, letters, axes } of cuts) {
  const font = await subsetFont(await readFile(root + from), letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: FEATURES,
    noHinting: true,
  });
  await writeFile(`${out}${name}.woff2`, font);
  console.log(`${name}.woff2 ${(font.length / 1024).toFixed(1)} kB`);
}
