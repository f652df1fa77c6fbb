import { expect } from '@playwright/test';
import { test } from './support/lasting-page.ts';
import { open, signInDemo } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

// What office programs put on the clipboard, shortened, and the note that is stored.

type Op = { insert: string; attributes?: Record<string, unknown> };
const CASES: readonly [program: string, html: string, ops: Op[]][] = [
  [
    'Google Docs',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7c2f">
<p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Rest, </span><span style="font-size:11pt;font-weight:700;">warm</span><span style="font-weight:400;font-style:italic;"> tea</span><span style="font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;text-decoration-skip-ink:none;"> daily</span><span style="font-size:0.6em;font-weight:400;vertical-align:super;">1</span></p><br><p dir="ltr" style="text-align: center;"><span style="font-weight:400;text-decoration:line-through;">coffee</span></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">oil</span></p></li></ul></b>`,
    [
      { insert: 'Rest, ' },
      { insert: 'warm', attributes: { bold: true } },
      { insert: ' tea', attributes: { italic: true } },
      { insert: ' daily', attributes: { underline: true } },
      { insert: '1', attributes: { script: 'super' } },
      { insert: '\n' },
      { insert: 'coffee', attributes: { strike: true } },
      { insert: '\n', attributes: { align: 'center' } },
      { insert: 'oil' },
      { insert: '\n', attributes: { list: 'bullet' } },
      { insert: '\n' },
    ],
  ],
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!--
 /* List Definitions */
 @list l0:level1
	{mso-level-number-format:bullet;
	mso-level-text:\\F0B7;}
 @list l1:level2
	{mso-level-number-format:alpha-lower;}
 p.MsoTitle {mso-style-priority:10; font-weight:bold;}
--></style></head><body lang=EN-US><!--StartFragment-->
<p class=MsoTitle>Plan</p>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Warm<span style='font-weight:normal'> and </span>slow</b></p>
<p class=MsoListParagraph style='margin-left:.5in;text-indent:-.25in;
mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>oil <i>daily</i></p>
<p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><span style='mso-list:Ignore'>a.</span>tea</p>
<!--EndFragment--></body></html>`,
    [
      { insert: 'Plan', attributes: { bold: true } },
      { insert: '\n' },
      { insert: 'Warm', attributes: { bold: true } },
      { insert: ' and ' },
      { insert: 'slow', attributes: { bold: true } },
      { insert: '\noil ' },
      { insert: 'daily', attributes: { italic: true } },
      { insert: '\n', attributes: { list: 'bullet' } },
      { insert: 'tea' },
      { insert: '\n', attributes: { indent: 1, list: 'ordered' } },
      { insert: '\n' },
    ],
  ],
  [
    'Outlook',
    `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos; font-size: 12pt; color: rgb(0, 0, 0);">Please <span style="font-weight: bold;">call</span> <a href="https://example.com/" style="text-decoration: none;">us</a></div><div style="font-style: italic;">Maren</div></body></html>`,
    [
      { insert: 'Please ' },
      { insert: 'call', attributes: { bold: true } },
      { insert: ' ' },
      { insert: 'us', attributes: { link: 'https://example.com/' } },
      { insert: '\n' },
      { insert: 'Maren', attributes: { italic: true } },
      { insert: '\n' },
    ],
  ],
  [
    'Apple Notes',
    `<!DOCTYPE html><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 13.0px 'Helvetica Neue'}
span.s1 {text-decoration: underline}
span.s2 {font: bold 13.0px 'Helvetica Neue'}
</style></head><body><p class="p1">Sleep <span class="s1">early</span>, <span class="s2">often</span>, <b>well</b></p></body></html>`,
    [
      { insert: 'Sleep ' },
      { insert: 'early', attributes: { underline: true } },
      { insert: ', ' },
      { insert: 'often', attributes: { bold: true } },
      { insert: ', ' },
      { insert: 'well', attributes: { bold: true } },
      { insert: '\n' },
    ],
  ],
  [
    'Excel',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table
	{mso-displayed-decimal-separator:"\\.";}
td {padding-top:1px; font-weight:400; font-style:normal;}
.xl65 {font-weight:700;}
--></style></head><body><table border=0><!--StartFragment--><tr><td class=xl65 style='height:15.0pt'>Herb</td><td>2</td></tr><!--EndFragment--></table></body></html>`,
    [{ insert: 'Herb', attributes: { bold: true } }, { insert: '\n2\n' }],
  ],
];

test('text from office programs keeps its formats, on screen and stored', async ({ page }) => {
  const errors = consoleErrors(page);
  await signInDemo(page);
  const bookings = (await (await page.request.get('/auth/get-user-bookings')).json()) as {
    id: string;
    service_name: string;
  }[];
  const { id } = bookings.find(({ service_name }) => service_name === 'Herbal Consultation')!;
  const path = `/auth/update-user-notes?id=${id}`;
  await page.request.patch(path, { data: { notes: '' }, headers: { 'sec-fetch-site': 'same-origin' } });
  await open(page, `/profile/journey?step=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Herbal Consultation' });
  await dialog.getByRole('button', { name: 'Add Notes' }).click();
  const editor = dialog.getByRole('textbox', { name: 'Your Reflections' });
  for (const [program, html, ops] of CASES) {
    await expect(editor).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await editor.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
    const bold = ops.flatMap(({ insert, attributes }) => (attributes?.['bold'] ? [insert] : []));
    expect(await editor.locator('strong').allTextContents(), program).toEqual(bold);
    const answer = page.waitForResponse((response) => response.url().endsWith(path));
    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    const { client_notes } = (await (await answer).json()) as { client_notes: { ops: Op[] } };
    expect.soft(client_notes.ops, program).toEqual(ops);
    await dialog.getByRole('button', { name: 'Edit Notes' }).click();
  }
  expect(errors).toEqual([]);
});
