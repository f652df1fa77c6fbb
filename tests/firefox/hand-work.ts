/// <reference lib="dom" />
import { addressOf, arrive, find, open, type Person, press, type, until } from './support/person.ts';
import type { Step } from './support/report.ts';

/** The sample client, who has had sessions to write about. */
const DEMO = { email: 'demo@example.com', password: 'Garden-gate-7' };

/** Signs in on the screen as the sample client. */
export async function signInAsDemo(person: Person, step: Step): Promise<void> {
  await step('the sample client signs in', async () => {
    await open(person, '/sign-in');
    await type(person.page, /^Email address/, DEMO.email);
    await type(person.page, /^Password/, DEMO.password);
    await press(person.page, 'button', /^Sign in$/);
    await arrive(person, /^\/profile$/);
  });
}

/** A client who is new hands in a form, signed with the mouse. */
export async function signAForm(person: Person, step: Step): Promise<void> {
  const { page } = person;
  await step('a form is filled in, signed with the mouse and handed in', async () => {
    await open(person, '/profile/forms');
    await press(page, 'button', /^Fill in Studio Agreement,/);
    const dialog = await find(page, 'dialog', /^Studio Agreement/);
    await press(dialog, 'field', /^I understand$/);
    await type(dialog, /^A doctor or midwife/, 'Dr. Amina Sole');
    for (const box of await dialog.$$('input[type="checkbox"]')) await box.click();
    await (await dialog.$('select'))!.select('No touch, please');

    const pad = (await dialog.$('canvas'))!;
    await pad.scrollIntoView();
    await until('the pad to take strokes', async () =>
      (await pad.evaluate((canvas) => canvas.style.touchAction)) === 'none' ? true : undefined,
    );
    const { x, y } = (await pad.boundingBox())!;
    await page.mouse.move(x + 30, y + 64);
    await page.mouse.down();
    for (let at = 1; at <= 12; at++) await page.mouse.move(x + 30 + at * 14, y + 64 + (at % 2 ? 24 : -24));
    await page.mouse.up();
    await find(dialog, 'text', /^Signature saved$/);
    const inked = await pad.evaluate((canvas) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });
    if (inked < 200) throw new Error(`the pad has ${inked} inked pixels`);

    await press(dialog, 'button', /^Submit Form$/);
    await press(page, 'button', /^View Studio Agreement,/);
    const completed = await find(page, 'dialog', /^Studio Agreement/);
    await until('the picture of the signature', async () => {
      const picture = await completed.$('img[alt="Signature"]');
      const width = (await picture?.evaluate((image) => (image as HTMLImageElement).naturalWidth)) ?? 0;
      return width > 0 ? true : undefined;
    });
    await page.keyboard.press('Escape');
  });
}

/** The sample client writes a note in the editor, bold by key, and finds it again. */
export async function writeANote(person: Person, step: Step): Promise<void> {
  const { page } = person;
  await step('a note is written, saved and found again', async () => {
    await open(person, '/profile/journey');
    await press(page, 'button', /Yoga Nidra by Candle/);
    const dialog = await find(page, 'dialog', /^Yoga Nidra by Candle/);
    await press(dialog, 'button', /^Add Notes$/);
    const editor = await find(dialog, 'field', /^Your Reflections/);
    await until('the focus to be in the editor', async () =>
      (await editor.evaluate((element) => element === document.activeElement)) ? true : undefined,
    );
    await page.keyboard.type('Shoulders are ');
    await page.keyboard.down('Control');
    await page.keyboard.press('b');
    await page.keyboard.up('Control');
    await page.keyboard.type('lower');
    await press(dialog, 'button', /^Save Notes$/);
    await find(dialog, 'button', /^Edit Notes$/);
    await open(person, await addressOf(person));
    await until('the note, bold', async () => {
      const bold = await page.$$eval('dialog[open] strong', (found) => found.map((one) => one.textContent));
      return bold.includes('lower') ? true : undefined;
    });
  });
}
