import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from './support/accessible.ts';

// The control of `expectAccessible` at this level: what a style sheet hides at some width is looked at too.

const ONE = '<main><h1>Control</h1>';
afterEach(() => document.body.replaceChildren());

test.each([
  ['a field without a label', 'label', '<input>', '<input aria-label="A">'],
  ['a field that one width hides', 'label', '<input class="desktop:hidden">', '<input aria-label="A">'],
  ['a button without a name', 'button-name', '<button></button>', '<button>Go</button>'],
  [
    'a state that its role has not',
    'aria-allowed-attr',
    '<p role="note" aria-checked="true">A</p>',
    '<p role="note">A</p>',
  ],
])('axe finds %s, and nothing where it is mended', async (_, rule, broken, sound) => {
  document.title = 'Control';
  document.body.innerHTML = ONE + broken;
  await expect(expectAccessible(null)).rejects.toMatchObject({
    actual: [expect.stringContaining(`${rule} (`)],
  });
  document.body.innerHTML = ONE + sound;
  await expectAccessible(null);
});
