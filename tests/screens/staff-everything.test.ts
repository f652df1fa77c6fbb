import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { staffExportEverything } from '#contract/staff.calls.ts';
import { endTurn, takeTurn } from '#server/export/everything-store.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();
const { method, path } = staffExportEverything;
const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file');
afterEach(() => void saved.mockClear());

async function open(unlocked = true) {
  const page = await staffBrowser(app, { unlocked });
  await openStaff(page, '/settings', 'Settings');
  const box = page.getByRole('region', { name: 'Everything, as files' });
  return { page, box, button: (name: string) => box.getByRole('button', { name }) };
}

test('everything is saved as one zip file, and its size is said', async () => {
  const { page, box, button } = await open();
  await button('Save everything').press('Enter');
  // It starts a thread, which a busy machine takes its time for.
  await vi.waitFor(() => expect(saved).toHaveBeenCalled(), 60_000);
  await expect(box.getByRole('status')).toHaveText(/^\d\.\d MB saved\.$/);
  const file = saved.mock.calls[0]![0] as Blob;
  expect(file.type).toBe('application/zip');
  expect(Object.keys(unzipSync(new Uint8Array(await file.arrayBuffer())))).toContain('appointments.csv');
  await expectAccessible(page);
  await app.settled();
});

test('locked health data is asked for first, and not now says nothing more', async () => {
  const { page, box, button } = await open(false);
  await button('Save everything').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await expect(button('Save everything')).toBeVisible();
  await expect(box.getByRole('alert')).toHaveCount(0);
  await expect(box.getByRole('status')).toHaveText('');
  expect(saved).not.toHaveBeenCalled();
});

/** Half a file, and what its sender does then. */
async function half(then: (pieces: ReadableStreamDefaultController<Uint8Array>) => void) {
  const opened = await open();
  opened.page.intercept(method, path, () => {
    const body = new ReadableStream<Uint8Array>({
      start(pieces) {
        pieces.enqueue(new Uint8Array(2_500_000));
        then(pieces);
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/zip' } }));
  });
  await opened.button('Save everything').click();
  return opened;
}

test('how much has come is shown, and Cancel saves nothing and keeps the focus', async () => {
  const { page, box, button } = await half(() => undefined);
  await expect(box).toContainText('2.5 MB so far');
  await expectAccessible(page);
  await button('Cancel').press('Enter');
  await expect(box.getByRole('status')).toHaveText('Cancelled. Nothing was saved.');
  await expect(button('Save everything')).toBeFocused();
  expect(saved).not.toHaveBeenCalled();
});

test('half a file is not saved', async () => {
  const { box } = await half((pieces) => queueMicrotask(() => pieces.error(new TypeError('network error'))));
  await expect(box.getByRole('alert')).toContainText('nothing was saved');
  expect(saved).not.toHaveBeenCalled();
});

test('who is second is told to wait', async () => {
  await takeTurn(app.db, app.clock.now());
  const { box, button } = await open();
  await button('Save everything').click();
  await expect(box.getByRole('alert')).toHaveText(
    'Everything is being saved already. Please wait until that has ended.',
  );
  await endTurn(app.db);
});
