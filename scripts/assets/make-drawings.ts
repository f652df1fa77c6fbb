/**
 * Writes the colours of the theme into the drawings of posts: the light ones as they stand in public/art, the dark
 * ones next to them (committed; run again when a drawing or a colour has changed): node scripts/assets/make-drawings.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DARK_DRAWINGS, DRAWINGS, drawingNames, readColours, withColours } from './drawing-colours.ts';

const colours = readColours();
mkdirSync(DARK_DRAWINGS, { recursive: true });
for (const name of drawingNames()) {
  const svg = readFileSync(join(DRAWINGS, name), 'utf8');
  writeFileSync(join(DRAWINGS, name), withColours(svg, 'light', colours));
  writeFileSync(join(DARK_DRAWINGS, name), withColours(svg, 'dark', colours));
}
