import { expect, test } from 'vitest';
import { missingText } from '#web/profile/settings/missing-text.ts';

const [pronouns, birthdate, phone] = ['she/her', '1985-02-03', '+15035550133'];

test.each([
  [{ pronouns: null, birthdate: null, phone: null }, 'Pronouns, birthday and phone are still missing'],
  [{ pronouns: '', birthdate: null, phone }, 'Pronouns and birthday are still missing'],
  [{ pronouns, birthdate: null, phone }, 'Birthday is still missing'],
  [{ pronouns: null, birthdate, phone }, 'Pronouns are still missing'],
])('%o: %s', (user, text) => expect(missingText(user)).toBe(text));
