import { expect, it } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { createMetrics } from './metrics.ts';
import { SECURITY_EVENTS } from './security-events.ts';
import { createSecurityLog, LINES_A_MINUTE } from './security-log.ts';

const clock = fixedClock();
const metrics = createMetrics();
const lines: string[] = [];
const log = { warn: (fields: object) => lines.push(JSON.stringify(fields)) };
const security = createSecurityLog(
  log as never,
  metrics,
  'a secret of tests, long enough to be one',
  clock.now,
);

it('logs who and from where as hashes that can be compared, and counts', async () => {
  security.record('payment.unmatched', { account: 'Maren@example.com', ip: '2001:db8:0:7::1' });
  security.record('payment.unmatched', {
    account: 'maren@example.com ',
    ip: '2001:db8:0:7::2',
    limit: 'account',
  });
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(first).toEqual({
    security: 'payment.unmatched',
    account: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    network: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  });
  expect(second).toEqual({ ...first, limit: 'account' });
  expect(lines.join()).not.toMatch(/maren|example|2001|db8/i);
  expect(await metrics.registry.metrics()).toContain('security_events_total{event="payment.unmatched"} 2');
});

it('exports every event from the start, so that an alert on an increase finds its series', async () => {
  const exported = await metrics.registry.metrics();
  for (const event of SECURITY_EVENTS) expect(exported).toContain(`security_events_total{event="${event}"}`);
});

it('logs so many lines of a kind in a minute, says that more follow, and counts on', async () => {
  lines.length = 0;
  const before = Number(/\{event="request.cross-site"\} (\d+)/.exec(await metrics.registry.metrics())![1]);
  for (let n = 0; n < 500; n++) security.record('request.cross-site', { ip: `10.0.${n % 250}.1` });
  expect(lines).toHaveLength(LINES_A_MINUTE + 1);
  expect(lines.at(-1)).toBe('{"security":"request.cross-site"}');
  expect(await metrics.registry.metrics()).toContain(`{event="request.cross-site"} ${before + 500}`);
  security.record('session.token-reused');
  expect(lines).toHaveLength(LINES_A_MINUTE + 2);
  clock.advance(60_000);
  security.record('request.cross-site');
  expect(lines).toHaveLength(LINES_A_MINUTE + 3);
});
