/// <reference lib="dom" />
import { ADDRESSES, isPrivate, MISSING } from '../support/addresses.ts';
import { arrive, open, type Person, until } from './support/person.ts';
import type { Step } from './support/report.ts';

/** Where a page leads on that has nothing to show to this person. */
const VISITOR_LED_TO: Readonly<Record<string, string>> = { '/checkout/success': '/', '/create-account': '/' };
const CLIENT_LED_TO: Readonly<Record<string, string>> = {
  '/checkout/success': '/',
  '/claim': '/profile',
  '/create-account': '/profile',
  '/sign-in': '/profile',
  '/sign-up': '/profile',
};

/** Every public page as a visitor sees it. */
export async function everyPublicPage(visitor: Person, step: Step): Promise<void> {
  for (const address of ADDRESSES.filter((one) => !isPrivate(one)))
    await step(`${address} for a visitor`, () => look(visitor, address, VISITOR_LED_TO[address]));
  await step('/profile is not for a visitor', () => look(visitor, '/profile', '/'));
}

/** Every page, public ones too, as a client sees it who has booked, written and answered. */
export async function everyPageOfAClient(client: Person, step: Step): Promise<void> {
  for (const address of ADDRESSES)
    await step(`${address} for a client`, () => look(client, address, CLIENT_LED_TO[address]));
}

async function look(person: Person, address: string, ledTo = address): Promise<void> {
  const status = await open(person, address);
  const wanted = address === MISSING ? 404 : 200;
  if (status !== wanted) throw new Error(`answered ${status}, not ${wanted}`);
  await arrive(person, new RegExp(`^${ledTo}(\\?|$)`));
  const headings = await until('the main heading', () => mainHeadings(person));
  if (headings.length !== 1 || headings[0] === '')
    throw new Error(`one main heading is wanted, found ${JSON.stringify(headings)}`);
  const beyond = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const broken = await person.page.$$eval('img', (images) =>
    images.filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
  );
  if (broken.length > 0) throw new Error(`pictures that do not show: ${broken.join(', ')}`);
  if (beyond > 0) throw new Error(`scrolls ${beyond} px to the side`);
}

async function mainHeadings({ page }: Person): Promise<string[] | undefined> {
  const texts = await page.$$eval('h1', (headings) =>
    headings.filter((one) => one.checkVisibility()).map((one) => one.textContent.trim()),
  );
  return texts.length > 0 ? texts : undefined;
}
