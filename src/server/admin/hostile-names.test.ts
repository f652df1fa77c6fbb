import { beforeAll, expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { updateUser } from '#contract/users.schemas.ts';
import { printable } from '#domain/text/control-characters.ts';

const sample = await testApp();
const { db } = sample;
const said = practiceCommands(sample);
/** Goes up a line, writes over it, and fills the clipboard; turns the direction of reading. */
const HOSTILE = '\u001b[1A\u001b[2K\r 8:00 AM FORGED\u001b]52;c;cHduZWQ=\u0007 \u009b2J \u202eevil';
// oxlint-disable-next-line no-control-regex -- what a terminal would act on
const ACTED_UPON = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u;

beforeAll(async () => {
  // Rows from before such texts were refused.
  await db.updateTable('users').set({ first_name: HOSTILE, last_name: HOSTILE, pronouns: HOSTILE }).execute();
  await db
    .updateTable('staff')
    .set({ name: `Nalini ${HOSTILE}` })
    .execute();
});

test.each([['owner', 'list'], [HOSTILE]])(
  '%s %s prints nothing that a terminal acts on, whatever is stored',
  async (...words) => {
    const text = await said(...words);
    expect(text).not.toBe('');
    expect(text).not.toMatch(ACTED_UPON);
  },
);

test('control: as they are stored, names would be acted upon', async () => {
  expect(HOSTILE).toMatch(ACTED_UPON);
  expect(printable(HOSTILE)).not.toMatch(ACTED_UPON);
  expect(await said('owner', 'list')).toContain('FORGED');
});

test('such a name is cleaned or refused when it is typed; a pasted tab is a space', () => {
  for (const first_name of [HOSTILE, 'a\u202eb', 'a\u009bb'])
    expect(updateUser.body.parse({ first_name }).first_name).not.toMatch(ACTED_UPON);
  for (const first_name of ['a\u0000b', 'a\ud800b']) {
    const { error } = updateUser.body.safeParse({ first_name });
    expect(error?.issues.find(({ path }) => path[0] === 'first_name')?.message).toBe(
      'This text contains a character that cannot be stored.',
    );
  }
  expect(updateUser.body.safeParse({ first_name: 'Ana\tMaría\n' }).data?.first_name).toBe('Ana María');
});
