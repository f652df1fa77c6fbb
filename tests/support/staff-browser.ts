import { demoOwner } from '#content/seed/demo-owner.ts';
import type { Browser } from './browser.ts';

/** The demo owner's next unused code. */
export async function demoCode(browser: Browser): Promise<string> {
  const { json } = await browser.get('/api/staff/demo-code');
  return (json as { code: string }).code;
}

export const enterPassword = (browser: Browser, email = demoOwner.email, password = demoOwner.password) =>
  browser.post('/api/staff/sign-in', { email, password });

export const enterCode = (browser: Browser, code: string) =>
  browser.post('/api/staff/sign-in/code', { code });

/** Signs the demo owner in as a visitor of the sandbox does. */
export async function signInAsDemoOwner(browser: Browser): Promise<void> {
  await enterPassword(browser);
  const done = await enterCode(browser, await demoCode(browser));
  if (done.status !== 200) throw new Error(done.text);
}
