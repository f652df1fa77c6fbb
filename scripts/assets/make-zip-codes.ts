/**
 * Writes the ZIP codes of the package `zipcodes` into src/server/ports/us-zip-codes.txt (committed; run again only when
 * the package changes): node scripts/assets/make-zip-codes.ts
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { codes } from 'zipcodes';

const lines = Object.values(codes)
  .filter(({ country }) => country === 'US')
  .map(({ zip, state, city }) => `${zip} ${state} ${city}`)
  .toSorted();
await writeFile(
  createRequire(import.meta.url).resolve('#server/ports/us-zip-codes.txt'),
  `${lines.join('\n')}\n`,
);
console.log(`${lines.length} ZIP codes`);
