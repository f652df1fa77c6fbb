import { expect, it } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { fixedClock } from '../../tests/support/clock.ts';
import { createMetrics } from './metrics.ts';
import { SECURITY_EVENTS } from './security-events.ts';
import { createSecurityLog } from './security-log.ts';

const database = await testDatabase();
const metrics = createMetrics(database.db, fixedClock().now);
const lines: string[] = [];
const log = { warn: (fields: object) => lines.push(JSON.stringify(fields)) };
const security = createSecurityLog(log as never, metrics, 'a secret of tests, long enough to be one');

it('logs who and from where as hashes that can be compared, and counts', async () => {
  security.record('sign-in.locked', { account: 'Maren@example.com', ip: '2001:db8:0:7::1' });
  security.record('sign-in.locked', {
    account: 'maren@example.com ',
    ip: '2001:db8:0:7::2',
    limit: 'account',
  });
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(first).toEqual({
    security: 'sign-in.locked',
    account: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    network: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  });
  expect(second).toEqual({ ...first, limit: 'account' });
  expect(lines.join()).not.toMatch(/maren|example|2001|db8/i);
  expect(await metrics.registry.metrics()).toContain('security_events_total{event="sign-in.locked"} 2');
});

it('exports every event from the start, so that an alert on an increase finds its series', async () => {
  const exported = await metrics.registry.metrics();
  for (const event of SECURITY_EVENTS) expect(exported).toContain(`security_events_total{event="${event}"}`);
});
