import { expect } from 'vitest';
import { queryClient } from '#staff/api/query-client.ts';
import { router } from '#staff/router.tsx';
import { prepareStaffArea, showStaffArea } from '#staff/staff-area.tsx';
import type { TestApp } from '#tests/support/app.ts';
import { DEMO_OWNER, insertStaffSession } from '#tests/support/staff.ts';
import './matchers.ts';
import { Page } from './page.ts';

// All of the area before the first look: what is loaded on demand is transformed first, which can take longer than a look.
import.meta.glob(['../../../src/staff/**/*.tsx', '!**/main.tsx', '!**/*.test.tsx'], { eager: true });
prepareStaffArea();

const staffArea = {
  async show(_: Page, path: string) {
    await router.navigate(path.replace(/^\/staff\/?/, '/'), { replace: true });
    const place = document.body.appendChild(document.createElement('div'));
    return showStaffArea(place);
  },
  leave: () => queryClient.clear(),
};

const FAR = new Date('2100-01-01T00:00:00Z');

/** A browser in which the demo owner, or another member, is signed in to the staff area. `unlocked`: health data is open. */
export async function staffBrowser(
  app: TestApp,
  { email = DEMO_OWNER, unlocked = false }: { email?: string; unlocked?: boolean } = {},
): Promise<Page> {
  const page = new Page(app, staffArea);
  const { token } = await insertStaffSession(app.db, email, app.clock.now(), FAR, { unlocked });
  page.setCookie('staff', token);
  return page;
}

/** Opens a screen of the staff area and waits for its title. */
export async function openStaff(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(`/staff${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
