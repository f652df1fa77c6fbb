import type { Page } from '@playwright/test';

/** Collects scripts that ran in a page, or that only the Content-Security-Policy stopped. */
export async function watchForScripts(page: Page, seen: string[] = []): Promise<string[]> {
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('reportViolation', (what: string) => seen.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { reportViolation(what: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      ),
    );
  });
  return seen;
}

/** Everything in the page that has run a payload, or would at a click, a hover or a load. */
export async function harmIn(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isOn = ({ name }: Attr) => name.startsWith('on') || name === 'srcdoc';
    // As the browser itself reads the address.
    const runs = (address: string | null) =>
      address !== null &&
      /^(?:javascript:|vbscript:|data:(?!image\/))/.test(
        URL.canParse(address, location.href) ? new URL(address, location.href).href : '',
      );
    const found = [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(isOn) ||
          ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].some((name) =>
            runs(element.getAttribute(name)),
          ),
      )
      .map((element) => element.outerHTML.slice(0, 200));
    return '__xss' in window ? ['a payload has run', ...found] : found;
  });
}
