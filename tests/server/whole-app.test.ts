import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const site = await testApp();

describe('the whole app', () => {
  it('is ready once the database is migrated', async () => {
    const answer = await site.request({ url: '/readyz' });
    expect(answer.json()).toMatchObject({ checks: { database: true, migrations: true } });
    expect((await site.request({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
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
