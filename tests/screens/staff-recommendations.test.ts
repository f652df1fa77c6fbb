import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getAllWellnessServices } from '#contract/client.calls.ts';
import { staffPublishRecommendation, staffSaveRecommendation } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits } from './support/visits.ts';

test('a suggestion is put away, and a published note withdrawn', async () => {
  const app = await testApp();
  const page = await staffBrowser(app, { unlocked: true });
  const { ids, client } = await clientWithVisits(app, { first_name: 'Odile', last_name: 'Vale' }, [
    { minutes: -3 * 24 * 60, status: 'COMPLETED' },
  ]);
  const services = await page.call(getAllWellnessServices);
  const service_id = services.find(({ name }) => name === 'Marma Session')!.id;
  const suggestion = {
    service_id,
    place: 'FIXED_LOCATION' as const,
    around: '2026-03-23',
    times: 3,
    every_weeks: 2,
  };
  const params = { id: ids[0]! };
  await page.call(staffSaveRecommendation, { params, body: { draft: 'Rest on Sunday.', version: 0 } });
  await page.call(staffPublishRecommendation, {
    params,
    body: { action_id: randomUUID(), version: 1, suggestion },
  });

  await client.goto('/profile/journey');
  const suggested = client.getByRole('region', { name: /^Marma Session, in about 3 weeks/ });
  await expect(suggested).toContainText('3 times, every 2 weeks');
  await suggested.getByRole('button', { name: 'Not now' }).click();
  await expect(suggested).toContainText('Put away.');
  await expectAccessible(client, { part: client.getByRole('main') });

  await openStaff(page, `/bookings/${ids[0]}/notes`, 'Notes');
  const card = page.getByRole('region', { name: 'For Odile' });
  await expect(card).toContainText('Odile said “Not now” to the suggested Marma Session.');
  await card.getByRole('button', { name: 'Withdraw' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw this note?' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Withdraw' }).click();
  await expect(card.getByText('Withdrawn 2 Mar', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Recommendation for Odile' })).toContainText(
    'Rest on Sunday.',
  );
  await client.goto(`/profile/journey?step=${ids[0]}`);
  await expect(client.getByText(/has withdrawn this note\.$/)).toBeVisible();
});
