import {
  staffDemoCode,
  staffFinishSetUp,
  staffSetUpTotp,
  staffSignIn,
  staffSignInCode,
} from '#contract/staff.calls.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { addOwner } from '#server/staff/manage-members.ts';
import { codeOfStep, stepAt } from '#server/staff/totp.ts';
import type { TestApp } from './app.ts';
import { Browser } from './browser.ts';

/** The demo owner's next unused code. */
export async function demoCode(browser: Browser): Promise<string> {
  const { json } = await browser.call(staffDemoCode);
  return json.code;
}

export const enterPassword = (browser: Browser, email = demoOwner.email, password = demoOwner.password) =>
  browser.call(staffSignIn, { body: { email, password } });

export const enterCode = (browser: Browser, code: string) =>
  browser.call(staffSignInCode, { body: { code } });

/** Signs the demo owner in as a visitor of the sandbox does. */
export async function signInAsDemoOwner(browser: Browser): Promise<void> {
  await enterPassword(browser);
  const done = await enterCode(browser, await demoCode(browser));
  if (done.status !== 200) throw new Error(done.text);
}

export const STAFF_PASSWORD = 'Kitchari & ghee at 7';

/** A link as the command prints it, for an owner who is new: the params of its calls. */
export async function newSetUpLink(site: TestApp, email: string): Promise<{ token: string }> {
  const added = await addOwner(site.db, { email, name: 'Asha' }, site.clock.now());
  if (!added.ok) throw new Error(added.problem);
  return { token: added.value };
}

/** The app's secret that a set-up page offers. */
export async function offeredSecret(browser: Browser, params: { token: string }): Promise<string> {
  return (await browser.call(staffSetUpTotp, { params })).json.secret;
}

export type SetUpOwner = {
  email: string;
  browser: Browser;
  secret: string;
  recovery_codes: string[];
  /** A code that has not been used: time moves on to the next step. */
  nextCode(): string;
};

/** An owner who has followed a set-up link and is signed in with this browser. */
export async function setUpOwner(site: TestApp, email = 'asha@example.com'): Promise<SetUpOwner> {
  const browser = new Browser(site.app);
  const link = await newSetUpLink(site, email);
  const secret = await offeredSecret(browser, link);
  const code = codeOfStep(secret, stepAt(site.clock.now()));
  const { status, json, text } = await browser.call(staffFinishSetUp, {
    params: link,
    body: { password: STAFF_PASSWORD, code },
  });
  if (status !== 200) throw new Error(text);
  const { recovery_codes } = json;
  const nextCode = () => {
    site.clock.advance(30_000);
    return codeOfStep(secret, stepAt(site.clock.now()));
  };
  return { email, browser, secret, recovery_codes, nextCode };
}
