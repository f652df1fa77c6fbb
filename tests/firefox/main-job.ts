import { randomUUID } from 'node:crypto';
import { arrive, find, open, type Person, press, type, until } from './support/person.ts';
import type { Step } from './support/report.ts';

const PASSWORD = 'Nettle&oats-7';
const SERVICE = 'Slow Morning Flow';

/** A visitor becomes a client, books a class, pays, and finds it under Upcoming. Leaves the client signed in. */
export async function mainJob(person: Person, step: Step): Promise<void> {
  const { page } = person;
  const email = `firefox-${randomUUID().slice(0, 8)}@example.com`;

  await step('main job: signs up with the mailed code', async () => {
    await open(person, '/');
    await press(page, 'link', /^Start your Journey$/);
    await arrive(person, /^\/sign-in$/);
    await press(page, 'link', /^Create Account$/);
    await find(page, 'heading', /^Make an account$/);
    await type(page, /^Email address/, email);
    await type(page, /^Password/, PASSWORD);
    await type(page, /^Confirm password/, PASSWORD);
    await press(page, 'button', /^Sign up$/);
    await type(page, /^Verification Code/, await codeFor(person, email));
    await press(page, 'button', /^Verify Email$/);
    await arrive(person, /^\/sign-in$/);
    await find(page, 'heading', /^Welcome back$/);
    await type(page, /^Password/, PASSWORD);
    await press(page, 'button', /^Sign in$/);
    await arrive(person, /^\/create-account/);
  });

  await step('main job: creates the account with the suggested address', async () => {
    const typed: readonly (readonly [RegExp, string])[] = [
      [/^First name/, 'Iris'],
      [/^Last name/, 'Vale'],
      [/^Pronouns/, 'she/her'],
      // A date is typed in the order of the browser's language.
      [/^Birthday/, '04121990'],
      [/^Phone/, '503 555 0142'],
      [/^Street number/, '1420'],
      [/^Street name/, 'SE Taylor Street'],
      [/^City/, 'Portland'],
      [/^State/, 'OR'],
      [/^ZIP/, '97214'],
    ];
    for (const [field, text] of typed) await type(page, field, text);
    await press(page, 'button', /^Create Account$/);
    await press(await find(page, 'dialog', /^Is this the address\?$/), 'button', /^Use Suggested Address$/);
    await arrive(person, /^\/profile$/);
    await find(page, 'heading', /^Welcome, Iris Vale$/);
  });

  let day = '';
  let times = '';
  await step('main job: chooses a service, a day and a time', async () => {
    await open(person, '/wellness-services?type=YOGA');
    await press(page, 'button', new RegExp(`^See Availability of ${SERVICE}$`));
    const dialog = await find(page, 'dialog', new RegExp(`^${SERVICE}`));
    const open_day = / \d+ times? available$/;
    await find(dialog, 'button', open_day);
    const labels = await dialog.$$eval('button[aria-label$=" available"]', (days) =>
      days.map((one) => one.getAttribute('aria-label') ?? ''),
    );
    const last = labels.findLast((label) => open_day.test(label))!;
    day = last.replace(/, \d+ times? available$/, '');
    await press(dialog, 'button', new RegExp(`^${last}$`));
    await find(dialog, 'heading', new RegExp(`^${day}$`));
    const slot = await find(dialog, 'button', /^Book Slot/);
    times = (await slot.evaluate((element) => element.textContent)).replace('Book Slot ', '');
    await slot.click();
    await press(dialog, 'button', new RegExp(`^Slot In Cart ${times}$`));
    await arrive(person, /^\/cart$/);
  });

  await step('main job: sets the price and pays', async () => {
    await find(page, 'text', new RegExp(`^${day}$`));
    await (await find(page, 'field', new RegExp(SERVICE))).press('ArrowRight');
    await find(page, 'text', /^\$21$/);
    await press(page, 'button', /^Checkout$/);
    await press(page, 'button', /^Pay$/);
    await arrive(person, /^\/checkout\/success\?session_id=/);
    await find(page, 'item', new RegExp(`${SERVICE}.*${day}, ${times}`));
  });

  await step('main job: finds it under Upcoming, and the cart empty', async () => {
    await open(person, '/cart');
    await find(page, 'heading', /empty/i);
    await open(person, '/profile/schedule');
    await find(page, 'item', new RegExp(`${SERVICE}.*${times.split(' - ')[0]}`));
  });
}

/** The six digits that were mailed, once they are. */
function codeFor({ baseUrl }: Person, email: string): Promise<string> {
  return until(`a mail to ${email}`, async () => {
    const answer = await fetch(`${baseUrl}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { text: string }[];
    return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
  });
}
