import { expect, type Page } from '@playwright/test';
import { consoleErrors } from './watch.ts';

/** The frames that a text may hold (spec §5). */
const VIDEO = /^https:\/\/(?:www\.youtube\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+$/;

/** Whatever ran, was fetched from elsewhere, or was about to run and was only stopped by the Content-Security-Policy. */
export async function watchForHarm(page: Page): Promise<string[]> {
  const seen = consoleErrors(page);
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    const isOurs = /^(?:data|blob):/.test(url) || new URL(url).origin === new URL(page.url()).origin;
    if (!isOurs && page.url() !== 'about:blank' && !VIDEO.test(url)) seen.push(`request ${url}`);
  });
  await page.exposeFunction('toldOfViolation', (what: string) => seen.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { toldOfViolation(what: string): void }).toldOfViolation(
        `${violatedDirective} ${blockedURI}`,
      ),
    );
  });
  return seen;
}

/** Nothing has run on this page, and nothing on it could be run. */
export async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  const found = await page.evaluate(() => {
    const isOn = ({ name }: Attr) => name.startsWith('on') || name === 'srcdoc';
    // As the browser itself reads the address.
    const runs = (address: string | null) =>
      address !== null &&
      /^(?:javascript:|vbscript:|data:(?!image\/))/.test(new URL(address, location.href).href);
    return [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(isOn) ||
          runs(element.getAttribute('href')) ||
          runs(element.getAttribute('src')),
      )
      .map((element) => element.outerHTML.slice(0, 200));
  });
  expect(found).toEqual([]);
}
