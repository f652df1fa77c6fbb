/**
 * Writes the ZIP codes of the package `zipcodes` into src/server/ports/us-zip-codes.txt (committed; run again only when
 * the package changes): node scripts/assets/make-zip-codes.ts
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codes } from 'zipcodes';

const lines = Object.values(codes)
  .filter(({ country }) => country === 'US')
  .map(({ zip, state, city }) => `${zip} ${state} ${city}`)
  .toSorted();
await writeFile(
  fileURLToPath(new URL('#server/ports/us-zip-codes.txt', import.meta.url)),
  `${lines.join('\n')}\n`,
);
console.log(`${lines.length} ZIP codes`);
