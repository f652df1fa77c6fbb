import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { addressInput, updateUser } from '#contract/users.schemas.ts';
import { FIELD_LIMITS, profileValues, validateProfile } from '#web/profile/profile-values.ts';

const root = join(import.meta.dirname, '../..');

test('no field cuts what is pasted, but answers of forms, which say so', () => {
  const fields = globSync('src/{web,staff}/**/*.tsx', { cwd: root });
  expect(fields.length).toBeGreaterThan(100);
  const cutting = fields.filter((path) => readFileSync(join(root, path), 'utf8').includes('maxLength={'));
  expect(cutting).toEqual(['src/web/forms/question-field.tsx']);
});

const { address: _, ...shape } = updateUser.body.shape;
const schemas: Record<string, { safeParse: (value: string) => { success: boolean } }> = {
  ...shape,
  ...addressInput.shape,
};
it.each(Object.entries(FIELD_LIMITS))(
  '%s is too long in the profile form exactly where the server refuses it',
  (field, limit) => {
    const isTooLong = (text: string) =>
      field in validateProfile({ ...profileValues(null), pronouns: 'they', [field]: text }, new Date());
    const text = (length: number) => 'x'.repeat(length);
    expect([isTooLong(text(limit)), isTooLong(text(limit + 1))]).toEqual([false, true]);
    expect([limit, limit + 1].map((length) => schemas[field]!.safeParse(text(length)).success)).toEqual([
      true,
      false,
    ]);
  },
);
