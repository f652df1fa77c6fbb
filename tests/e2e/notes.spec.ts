import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileWaiting } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { open, signInDemo } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

const MEGABYTE = 1024 * 1024;

type Op = { insert: string | { image?: string } };
type Booking = { id: string; service_name: string; client_notes: { ops: Op[] } | null };

async function bookingOf(page: Page, service: string): Promise<Booking> {
  const bookings = (await (await page.request.get('/auth/get-user-bookings')).json()) as Booking[];
  return bookings.find(({ service_name }) => service_name === service)!;
}

/** Signs in as the sample client and opens a past visit without a note. */
async function openVisit(page: Page, service: string) {
  await signInDemo(page);
  const { id } = await bookingOf(page, service);
  const emptied = await page.request.patch(`/auth/update-user-notes?id=${id}`, {
    data: { notes: '' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(emptied.ok()).toBe(true);
  await open(page, `/profile/journey?step=${id}`);
  return partsOf(page, service);
}

function partsOf(page: Page, service: string) {
  const dialog = page.getByRole('dialog', { name: service });
  return {
    dialog,
    editor: dialog.getByRole('textbox', { name: 'Your Reflections' }),
    add: dialog.getByRole('button', { name: 'Add Notes' }),
    save: dialog.getByRole('button', { name: 'Save Notes' }),
  };
}

/**
 * Inserts a photo of many megabytes, as a phone takes it, into the text: as a pasted or dropped file, or inside pasted HTML.
 * Every pixel is noise, which hardly compresses. Returns the size of the file in bytes.
 */
function givePhoto(page: Page, how: 'paste' | 'drop' | 'html', type: 'image/png' | 'image/jpeg') {
  return page.evaluate(
    async ([way, mime]) => {
      const canvas = new OffscreenCanvas(2400, 1800);
      const pen = canvas.getContext('2d')!;
      const picture = pen.createImageData(canvas.width, canvas.height);
      const bytes = new Uint32Array(picture.data.buffer);
      let seed = 7;
      for (let at = 0; at < bytes.length; at++) {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
        bytes[at] = seed | 0xff00_0000;
      }
      pen.putImageData(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: mime, quality: 0.95 });
      const editor = document.querySelector('[role="dialog"] [role="textbox"], dialog [role="textbox"]')!;
      const given = new DataTransfer();
      if (way === 'html') {
        const reader = new FileReader();
        await new Promise((resolve) => {
          reader.addEventListener('load', resolve);
          reader.readAsDataURL(blob);
        });
        given.setData('text/html', `<p>From the garden <img src="${reader.result as string}" alt="x"></p>`);
      } else {
        given.items.add(new File([blob], 'photo', { type: mime }));
      }
      const { left, top } = editor.getBoundingClientRect();
      editor.dispatchEvent(
        way === 'drop'
          ? new DragEvent('drop', {
              dataTransfer: given,
              bubbles: true,
              cancelable: true,
              clientX: left + 20,
              clientY: top + 20,
            })
          : new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true }),
      );
      return blob.size;
    },
    [how, type] as const,
  );
}

test('a large photo is shrunk in a note, however it is inserted; the limit is 2 MB', async ({ page }) => {
  const errors = consoleErrors(page);
  const service = 'Herbal Consultation';
  const { dialog, editor, add, save } = await openVisit(page, service);
  await add.click();
  await expect(editor).toBeFocused();
  const pictures = editor.locator('img');

  /** Checks the number of pictures, and that all were shrunk: JPEG, at most 1280 px on the longer side. */
  const expectFitted = async (count: number) => {
    await expect(pictures).toHaveCount(count);
    for (const picture of await pictures.all()) {
      await expect(picture).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
      await expect
        .poll(() =>
          picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
            naturalWidth,
            naturalHeight,
          ]),
        )
        .toEqual([1280, 960]);
    }
  };

  expect(await givePhoto(page, 'paste', 'image/png')).toBeGreaterThan(4 * MEGABYTE);
  await expectFitted(1);
  await save.click();
  await expectTexts(dialog, 'Notes', 'saved');
  const { client_notes } = await bookingOf(page, service);
  expect(JSON.stringify(client_notes).length).toBeLessThan(2 * MEGABYTE);
  expect(client_notes!.ops[0]!.insert).toEqual({ image: expect.stringMatching(/^data:image\/jpeg;base64,/) });

  await dialog.getByRole('button', { name: 'Edit Notes' }).click();
  await expect(editor).toBeFocused();
  expect(await givePhoto(page, 'html', 'image/jpeg')).toBeGreaterThan(4 * MEGABYTE);
  await expect(editor).toContainText('From the garden');
  await expectFitted(2);
  // Undo goes back to before the picture in one step.
  await page.keyboard.press('Control+z');
  await expectFitted(1);

  await givePhoto(page, 'drop', 'image/jpeg');
  await expectFitted(2);
  await givePhoto(page, 'paste', 'image/jpeg');
  await expectFitted(3);
  await expect(
    dialog.getByText(/^These notes are \d\.\d MB, more than the limit of 2 MB\. Please remove a picture\.$/),
  ).toBeVisible();
  await expect(save).toBeDisabled();
  // Nothing is lost, and with fewer pictures the note can be saved.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectFitted(1);
  await expect(save).toBeEnabled();

  // A file that is not a picture is refused with a message.
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<p>A drawing <img src="data:image/svg+xml;base64,PHN2Zy8+"></p>');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expectTexts(dialog, 'Notes', 'bad picture');
  await expect(editor).toContainText('A drawing');
  await expect(pictures).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('two tabs write one note: each has its draft, both are listed, the newest is resumed', async ({
  page,
  context,
}) => {
  const errors = consoleErrors(page);
  const service = 'Yoga Nidra by Candle';
  const first = await openVisit(page, service);
  const other = await context.newPage();
  await open(other, page.url());
  const second = partsOf(other, service);

  await first.add.click();
  await expect(first.editor).toBeFocused();
  await page.keyboard.type('Slept before the second bell.');
  await expect(first.dialog.getByText('Draft saved on this device')).toBeVisible();
  await other.bringToFront();
  await second.add.click();
  await expect(second.editor).toBeFocused();
  await other.keyboard.type('My feet were warm at last.');
  await expect(second.dialog.getByText('Draft saved on this device')).toBeVisible();
  // The first tab continues, so its draft is the newest.
  await page.bringToFront();
  await first.editor.press('End');
  await page.keyboard.type(' Woke slowly.');
  const keptWords = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('draft:'))
        .map((key) => localStorage.getItem(key))
        .join('\n'),
    );
  await expect.poll(keptWords).toContain('Woke slowly.');
  expect(await keptWords()).toContain('My feet were warm at last.');

  // Both tabs are closed without saving.
  await other.close();
  await page.reload();
  await expect(first.dialog.getByText(/^You have 2 unsaved drafts\./)).toBeVisible();
  const drafts = first.dialog.getByRole('status').getByRole('listitem');
  await expect(drafts).toHaveCount(2);
  await expect(drafts.nth(0)).toContainText('Slept before the second bell. Woke slowly.');
  await expect(drafts.nth(1)).toContainText('My feet were warm at last.');
  await expectAccessible(page);

  // Add Notes resumes the newest draft; the other one stays, also after saving.
  await first.add.click();
  await expect(first.editor).toHaveText('Slept before the second bell. Woke slowly.');
  await expect(first.save).toBeEnabled();
  await first.save.click();
  await expectTexts(first.dialog, 'Notes', 'saved');
  await expect(first.dialog).toContainText('Slept before the second bell. Woke slowly.');
  await expect(first.dialog.getByText(/^You have an unsaved draft\./)).toBeVisible();
  await page.reload();
  await first.dialog.getByRole('button', { name: 'Continue writing' }).click();
  await expect(first.editor).toHaveText('My feet were warm at last.');
  await first.editor.press('End');
  await page.keyboard.type(' So was the candle.');
  await expect(first.save).toBeEnabled();
  await first.save.click();

  // It is based on the version before the save, so there is a conflict.
  await expectTexts(first.dialog, 'Notes', 'changed elsewhere');
  await expect(first.dialog.getByRole('region', { name: 'The saved version' })).toContainText('Woke slowly.');
  await expect(first.dialog.getByRole('region', { name: 'My version' })).toContainText('So was the candle.');
  await expectAccessible(page);
  // On a phone the toast does not cover the dialog.
  await page.setViewportSize({ width: 360, height: 640 });
  await first.dialog.getByRole('button', { name: 'Save my version' }).click();
  await expectTexts(first.dialog, 'Notes', 'saved');
  const toast = await first.dialog.getByText('Notes saved').boundingBox();
  const title = await first.dialog.getByRole('heading', { level: 2 }).first().boundingBox();
  expect(toast!.y).toBeGreaterThan(0);
  expect(toast!.y + toast!.height).toBeLessThan(title!.y);
  await expect(first.dialog).toContainText('My feet were warm at last. So was the candle.');
  await expect(first.dialog.getByText(/not saved/)).toHaveCount(0);
  await expect.poll(keptWords).toBe('');
  expect(errors).toEqual([]);
});

test('nothing typed is lost while a note is saved or a picture is shrunk', async ({ page }) => {
  const errors = consoleErrors(page);
  const service = 'Seasonal Follow-up';
  const { dialog, editor, add, save } = await openVisit(page, service);
  await add.click();
  await expect(editor).toBeFocused();
  await page.keyboard.type('Tired before tea');

  // Shrinking a picture takes as long as the test wants.
  await page.evaluate(() => {
    const made = window.createImageBitmap.bind(window) as (file: Blob) => Promise<ImageBitmap>;
    const waiting: (() => void)[] = [];
    Object.assign(window, {
      releasePictures: () => waiting.splice(0).forEach((go) => go()),
      createImageBitmap: async (file: Blob) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return await made(file);
      },
    });
  });
  const releasePictures = () =>
    page.evaluate(() => (window as unknown as { releasePictures: () => void }).releasePictures());
  const lines = () => editor.evaluate((element: HTMLElement) => element.innerText.trim());

  await givePhoto(page, 'paste', 'image/jpeg');
  await page.keyboard.type(', awake');
  await releasePictures();
  await expect(editor.locator('img')).toHaveCount(1);
  await page.keyboard.type(' after.');
  expect(await lines()).toBe('Tired before tea, awake after.');

  // The picture replaces the selection, but not what was typed there meanwhile.
  await page.keyboard.press('Control+a');
  await givePhoto(page, 'paste', 'image/jpeg');
  await page.keyboard.type('Slept well');
  await releasePictures();
  await expect(editor.locator('img')).toHaveCount(1);
  await page.keyboard.type(' all week.');
  expect(await lines()).toBe('Slept well all week.');

  await whileWaiting(page, 'PATCH', '/auth/update-user-notes', async () => {
    await save.click();
    await expect(save).toBeDisabled();
    await editor.focus();
    await page.keyboard.type(' And more.');
    expect(await lines()).toBe('Slept well all week.');
  });
  await expectTexts(dialog, 'Notes', 'saved');
  await expect(dialog.getByText('Slept well all week.')).toBeVisible();
  expect(errors).toEqual([]);
});
