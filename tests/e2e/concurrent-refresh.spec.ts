import { expect, test, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { createClient, open } from './support/people.ts';

// Few: src/server/auth/waking-tabs.test.ts has many, and S5 several processes. This is about what a browser does with its cookies.
const TABS = 3;
/** The expired cookie is gone, then it is kept. */
const TIMES = 2;

/** The client's own page, not the redirect for visitors. */
async function expectSignedIn(tab: Page): Promise<void> {
  await expect(tab.getByRole('heading', { name: 'Welcome, Ivo Marlow', level: 1 })).toBeVisible();
  await expect(tab).toHaveURL('/profile');
}

test('several tabs with expired access tokens wake at once: all stay signed in', async ({
  page,
  context,
}) => {
  needsAppDatabase();
  const { email } = await createClient(page);
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  await Promise.all(tabs.map((tab) => open(tab, '/profile')));

  const refreshes: number[] = [];
  context.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/auth/refresh-token') refreshes.push(answer.status());
  });
  const database = await appDatabase();
  try {
    for (let n = 0; n < TIMES; n++) {
      await database.query(
        `update logins set access_expires_at = access_expires_at - interval '1 hour',
                           rotated_at = rotated_at - interval '1 hour' where email = $1`,
        [email],
      );
      // The browser deletes an expired cookie; a slow clock may keep it.
      if (n % 2 === 0) await context.clearCookies({ name: 'access' });
      await Promise.all(tabs.map((tab) => tab.reload()));
      for (const tab of tabs) await expectSignedIn(tab);
    }
  } finally {
    await database.end();
  }
  expect(refreshes.length).toBeGreaterThanOrEqual(TIMES);
  expect(new Set(refreshes)).toEqual(new Set([204]));
});
