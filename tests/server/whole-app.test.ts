import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const site = await testApp();

describe('the whole app', () => {
  it('is ready once the database is migrated', async () => {
    const answer = await site.request({ url: '/readyz' });
    expect(answer.json()).toMatchObject({ checks: { database: true, migrations: true } });
    expect((await site.request({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
  });

  it('is not ready while the disk takes no more, although it can be read', async () => {
    // One connection, so that the limit holds for every statement; it stands for a full disk.
    const full = await testApp({ seeded: false, max: 1 });
    const database = async () =>
      (await full.request({ url: '/readyz' })).json<{ checks: { database: boolean } }>().checks.database;
    expect(await database()).toBe(true);
    await sql`set temp_file_limit = 0`.execute(full.db);
    expect((await sql`select 1`.execute(full.db)).rows).toHaveLength(1);
    expect(await database()).toBe(false);
    await sql`reset temp_file_limit`.execute(full.db);
    expect(await database()).toBe(true);
  });

  it('shows every visitor the services of the sample practice', async () => {
    const services = (await site.request({ url: '/get-all-wellness-services' })).json<{ type: string[] }[]>();
    expect(new Set(services.flatMap(({ type }) => type))).toEqual(new Set(['AYURVEDA', 'HERBALISM', 'YOGA']));
  });

  it('knows a signed-in client and no one else', async () => {
    expect((await site.request({ url: '/auth/get-user' })).statusCode).toBe(401);
    const demo = await site.signIn('demo@example.com');
    const { data } = (await demo.request({ url: '/auth/get-user' })).json<{
      data: { id: string; email: string };
    }>();
    expect(data).toMatchObject({ id: demo.user_id, email: 'demo@example.com' });
  });

  it('sends security headers with every answer', async () => {
    for (const url of ['/healthz', '/get-blogs', '/auth/get-user', '/nowhere']) {
      const { headers } = await site.request({ url });
      expect(headers['content-security-policy']).toContain(`default-src 'self'`);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('runs each of its jobs on a fresh practice', async () => {
    await expect(site.runJobs()).resolves.toBeUndefined();
  });
});
