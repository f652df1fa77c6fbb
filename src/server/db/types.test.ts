import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TYPES_FILE, generateTypes } from '#scripts/lib/generate-types.ts';
import { testDatabase } from '#tests/support/database.ts';

const { url } = await testDatabase();

it('describes the tables of the newest migration (else run: npm run db-types)', () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(generateTypes(url));
});
