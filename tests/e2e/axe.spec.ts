import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';

// The control of `expectAccessible`: it fails on each of these faults, and on none of the twins without the fault.
const STYLE = `
  body { margin: 20px; font: 16px/1.5 serif; background: light-dark(#fff, #111); color: light-dark(#111, #eee) }
  :root { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
  button { min-width: 30px; min-height: 30px; border: 0; background: #222; color: #fff }
  .small { min-width: 0; min-height: 0; width: 12px; height: 12px; padding: 0 }
  .scroller { height: 60px; overflow: auto; background: #fff; color: #333 } .scroller p { margin: 0 0 80px }
  .cut { width: 80px; overflow: hidden; white-space: nowrap; background: #fff }
  .over { position: relative } .over > i { position: absolute; inset: 0; background: #777 } .over > b { position: relative }
`;

/** On one line, or on two below each other in a narrow window; the second word is then beyond 60 px with every font. */
const SIDE_BY_SIDE =
  '<i style="display: inline-block; width: 300px; height: 20px; padding-top: 20px">word</i>'.repeat(2);
/** Beyond the window, where nothing shows what is painted over what. */
const BELOW = '<div style="height: 2000px"></div>';

type Fault = [what: string, rule: string, broken: string, sound: string];

const FAULTS: Fault[] = [
  [
    'a pale text',
    'color-contrast',
    '<p style="color: #999">Pale</p>',
    '<p style="color: #666; background: #fff">Pale</p>',
  ],
  [
    'a text that is pale in the other theme alone',
    'color-contrast',
    '<p style="color: #333">Dark on dark</p>',
    '<p style="color: #333; background: #fff">Dark on light</p>',
  ],
  [
    'a text that is pale at the other width alone',
    'color-contrast',
    '<style>@media (width < 500px) { p { color: #888 } }</style><p>Narrow</p>',
    '<style>@media (width < 500px) { p { color: #000; background: #fff } }</style><p>Narrow</p>',
  ],
  [
    'a text that a translucent parent fades',
    'color-contrast',
    '<div style="opacity: .4"><p>Faded</p></div>',
    '<div style="opacity: .95"><p>Faded</p></div>',
  ],
  [
    'a translucent text',
    'color-contrast',
    '<p style="color: rgb(0 0 0 / .4); background: #fff">Thin</p>',
    '<p style="color: rgb(0 0 0 / .9); background: #fff">Thin</p>',
  ],
  [
    'a text over a box that does not contain it',
    'color-contrast',
    '<p class="over"><i></i><b>Over</b></p>',
    '<p class="over"><i style="background: none"></i><b>Over</b></p>',
  ],
  [
    'a text over a box that does not contain it, beyond the window',
    'color-contrast',
    `${BELOW}<p class="over"><i></i><b>Over</b></p>`,
    `${BELOW}<p class="over"><i style="background: none"></i><b>Over</b></p>`,
  ],
  [
    'a text over a box that is put below the flow',
    'color-contrast',
    '<p class="over"><i style="z-index: -1"></i>Over</p>',
    '<p class="over"><i style="z-index: -1; background: none"></i>Over</p>',
  ],
  [
    'a text over a box that is put below the flow, beyond the window',
    'color-contrast',
    `${BELOW}<p class="over"><i style="z-index: -1"></i>Over</p>`,
    `${BELOW}<p class="over"><i style="z-index: -1; background: none"></i>Over</p>`,
  ],
  [
    'a pale text that must be scrolled to in its box',
    'color-contrast',
    '<div tabindex="0" class="scroller"><p>Dark</p><p style="color: #999">Pale</p></div>',
    '<div tabindex="0" class="scroller"><p>Dark</p><p style="color: #555">Dark</p></div>',
  ],
  [
    'a pale text of which the end is cut off',
    'color-contrast',
    '<p class="cut" style="color: #999">Pale words that are longer than their box</p>',
    '<p class="cut" style="color: #555">Dark words that are longer than their box</p>',
  ],
  [
    'a text that leaves its box',
    'color-contrast',
    '<div style="background: #000; color: #bbb; height: 30px"><p style="padding-top: 50px">Out</p></div>',
    '<div style="background: #000; color: #bbb; height: 130px"><p style="padding-top: 50px">Out</p></div>',
  ],
  [
    'a pale text in a mixed colour',
    'color-contrast',
    '<p style="color: color-mix(in oklab, #fff 60%, #000); background: #fff">Mixed</p>',
    '<p style="color: color-mix(in oklab, #fff 20%, #000); background: #fff">Mixed</p>',
  ],
  [
    'a pale text in a dialog',
    'color-contrast',
    '<dialog aria-label="Pale" style="background: #fff; color: #999"><p>Pale</p></dialog>',
    '<dialog aria-label="Dark" style="background: #fff; color: #333"><p>Dark</p></dialog>',
  ],
  [
    'a link that looks like the text around it',
    'link-in-text-block',
    '<p>Read <a href="#x" style="color: #333; text-decoration: none">the policy</a> first.</p>',
    '<p>Read <a href="#x" style="color: #333; background: #fff">the policy</a> first.</p>',
  ],
  [
    'small targets side by side',
    'target-size',
    '<button class="small">a</button>'.repeat(2),
    '<button>a</button>'.repeat(2),
  ],
  [
    'a target of which another one covers most',
    'target-size',
    '<button style="width: 60px">one</button><button style="width: 60px; margin-left: -50px">two</button>',
    '<button style="width: 60px">one</button><button style="width: 60px">two</button>',
  ],
  [
    'a target of which another one covers most, beyond the window',
    'target-size',
    `${BELOW}<button style="width: 60px">one</button><button style="width: 60px; margin-left: -50px">two</button>`,
    `${BELOW}<button style="width: 60px">one</button><button style="width: 60px; margin-left: -20px">two</button>`,
  ],
  [
    'a small target near another one',
    'target-size',
    '<button class="small">a</button><button style="margin-left: 2px">b</button>',
    '<button class="small">a</button><button style="margin-left: 30px">b</button>',
  ],
  [
    'a field without a label',
    'label',
    '<input id="a"><label for="b">A</label>',
    '<input id="a"><label for="a">A</label>',
  ],
  [
    'a text that scrolls at the other width alone, where no key reaches it',
    'scrollable-region-focusable',
    `<div style="height: 60px; overflow: auto">${SIDE_BY_SIDE}</div>`,
    `<div style="height: 60px; overflow: auto" tabindex="0">${SIDE_BY_SIDE}</div>`,
  ],
  ['a button without a name', 'button-name', '<button></button>', '<button>Go</button>'],
];

const pageOf = (content: string) =>
  `<!doctype html><html lang="en" data-theme="light"><title>Control</title><style>${STYLE}</style>
   <main><h1>Control</h1>${content}</main><script>document.querySelector('dialog')?.showModal()</script></html>`;

test('axe finds each fault, and nothing where it is mended', async ({ page }) => {
  for (const [what, rule, broken, sound] of FAULTS)
    await test.step(what, async () => {
      await page.setContent(pageOf(broken));
      await expect(expectAccessible(page), what).rejects.toThrow(new RegExp(`"${rule} \\(`));
      await page.setContent(pageOf(sound));
      await page.setViewportSize({ width: 1280, height: 720 });
      await expectAccessible(page);
    });
});

test('axe looks at a part alone, if it is asked to', async ({ page }) => {
  await page.setContent(pageOf('<p style="color: #999">Pale</p><input><nav><b>Menu</b></nav>'));
  await expectAccessible(page, { part: page.getByRole('navigation') });
  await page.setContent(pageOf('<nav><b style="color: #999">Menu</b></nav>'));
  const check = expectAccessible(page, { part: page.getByRole('navigation') });
  await expect(check).rejects.toThrow(/"color-contrast \(/);
  await page.setContent(pageOf('<nav><input></nav>'));
  await expect(expectAccessible(page, { part: page.getByRole('navigation') })).rejects.toThrow(/"label \(/);
});
