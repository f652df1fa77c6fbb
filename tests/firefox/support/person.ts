/// <reference lib="dom" />
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';

/** A client with a browser of their own, and the errors that the browser reported. */
export interface Person {
  readonly page: Page;
  readonly baseUrl: string;
  /** What the console has in red, what was thrown, what did not load. */
  readonly troubles: string[];
}

type Role = keyof typeof ELEMENTS;

/** The elements that play each role on this site. */
const ELEMENTS = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  field: 'input, select, textarea, [contenteditable="true"]',
  dialog: 'dialog[open]',
  item: 'li',
  text: 'p, span, b, dd, dt, td, legend, li',
} as const;

const PATIENCE_MS = 45_000;

/** A new person, with cookies and storage of their own. */
export async function newPerson(browser: Browser, baseUrl: string): Promise<Person> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const troubles: string[] = [];
  const isOurs = (url: string): boolean => url.startsWith(baseUrl);
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  // A style or script that the security policy forbids arrives here as well.
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? error.message : String(error);
    // Firefox's own name for what it evaluates for us: a question put to a page that was just left for another site.
    if (!text.includes('__bidi_args')) troubles.push(`error: ${text}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Left behind by a page that was left.
    if (isOurs(request.url()) && !why.includes('ABORT')) troubles.push(`${request.url()}: ${why}`);
  });
  page.on('response', (response) => {
    if (isOurs(response.url()) && response.status() >= 500)
      troubles.push(`${response.url()}: ${response.status()}`);
  });
  return { page, baseUrl, troubles };
}

/** Ends the person's browser session. */
export const leave = ({ page }: Person): Promise<void> => page.browserContext().close();

/**
 * Asks again and again until there is an answer. (The page's own waiting needs `eval`, which the site forbids.)
 * @throws Error that says what was waited for
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const limit = performance.now() + PATIENCE_MS;
  let last = '';
  for (;;) {
    // A page that is just being left cannot be asked.
    const answer = await ask().catch((error: unknown) => void (last = ` (${String(error)})`));
    if (answer !== undefined) return answer;
    if (performance.now() > limit) throw new Error(`Waited in vain for ${what}${last}`);
    await wait(50);
  }
}

/** Opens a page of the site and waits until it answers clicks and everything has come; hands back its status. */
export async function open({ page, baseUrl }: Person, address: string): Promise<number> {
  // Not the load event: a page that leads on by itself may do so before, and its load would never come.
  const answer = await page.goto(`${baseUrl}${address}`, { waitUntil: 'domcontentloaded' });
  await until(`${address} to answer clicks and to have loaded`, async () =>
    (await page.evaluate(isThere)) ? true : undefined,
  );
  return answer?.status() ?? 0;
}

/** Runs in the page. */
function isThere(): boolean {
  const isWaiting = [...document.querySelectorAll('.spinner, .skeleton')].some((one) =>
    one.checkVisibility(),
  );
  return 'hydrated' in document.documentElement.dataset && document.readyState === 'complete' && !isWaiting;
}

/** Waits until the page's address (path and search) is so, and the change to it is over: until then it takes no press. */
export async function arrive(person: Person, address: RegExp): Promise<void> {
  let last = '';
  await until(`the address ${address}`, async () => {
    last = await addressOf(person);
    return address.test(last) && !(await person.page.evaluate(isChanging)) ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; it is ${last}`);
  });
}

/** Runs in the page: one page fades into the next, or is about to: two frames on it has begun, or there is none. */
async function isChanging(): Promise<boolean> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return document
    .getAnimations()
    .some(
      ({ effect }) =>
        effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition') === true,
    );
}

/** Path and search, as the page itself has them. */
export const addressOf = ({ page }: Person): Promise<string> =>
  page.evaluate(() => location.pathname + location.search);

/** The first one in sight that plays the role, has the name, and can be used; waited for. */
export function find(
  where: Page | ElementHandle,
  role: Role,
  name: RegExp,
): Promise<ElementHandle<HTMLElement>> {
  return until(`${role} ${name}`, async () => {
    const root = 'browserContext' in where ? await where.$('body') : where;
    const found = await root?.evaluateHandle(
      (element, selector, source) => {
        const words = (text: string | null | undefined) => (text ?? '').trim().replaceAll(/\s+/g, ' ');
        const nameOf = (one: Element): string => {
          const label = one.getAttribute('aria-label');
          if (label !== null) return words(label);
          const ids = (one.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '');
          if (ids.length > 0)
            return words(ids.map((id) => document.getElementById(id)?.textContent).join(' '));
          const labels = 'labels' in one ? [...((one.labels as NodeListOf<Element> | null) ?? [])] : [];
          return words([...labels.map((found) => found.textContent), one.textContent].join(' '));
        };
        const pattern = new RegExp(source);
        return [...element.querySelectorAll(selector)].find(
          (one) =>
            one.checkVisibility() &&
            one.getClientRects().length > 0 &&
            !one.matches(':disabled, [aria-disabled="true"]') &&
            pattern.test(nameOf(one)),
        );
      },
      ELEMENTS[role],
      name.source,
    );
    return (found?.asElement() as ElementHandle<HTMLElement> | null) ?? undefined;
  });
}

/** Finds it and presses it. */
export async function press(where: Page | ElementHandle, role: Role, name: RegExp): Promise<void> {
  await (await find(where, role, name)).click();
}

/** Finds the field and types into it, as fingers do. */
export async function type(where: Page | ElementHandle, field: RegExp, text: string): Promise<void> {
  await (await find(where, 'field', field)).type(text);
}
