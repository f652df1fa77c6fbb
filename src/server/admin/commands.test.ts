import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';

const said = practiceCommands(await testApp());

test('help names every command; an unknown one is reported', async () => {
  expect(await said('help')).toContain('owner ');
  expect(await said()).toContain('rotate-key');
  expect(await said('dance')).toMatch(/^WRONG There is no command dance\. Commands: owner, /);
});
