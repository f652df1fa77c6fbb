import { expect, it } from 'vitest';
import { freePorts } from '#scripts/lib/running-app.ts';
import { databaseUrl } from '#tests/support/database-url.ts';
import { testDatabase } from '#tests/support/database.ts';
import { explainDatabase } from './explain-database.ts';
import { migrate } from './migrate.ts';

const { url } = await testDatabase({ migrated: false });
const [closed] = await freePorts(1);

it.each([
  ['nothing there', `postgresql://studio:gate-key@127.0.0.1:${closed}/x`, /nothing listens there/],
  ['no such host', 'postgresql://studio:gate-key@db.invalid/x', /its host name cannot be resolved/],
  ['no such socket', 'postgresql:///x?host=%2Fnowhere', /the socket does not exist/],
  [
    'no such database',
    databaseUrl(url, 'not_made'),
    /the database does not exist.* \(database "not_made" does/,
  ],
])('explains how to fix: %s', async (_name, address, words) => {
  const error: unknown = await migrate({ url: address, log: { info: () => undefined } }).catch(
    (thrown: unknown) => thrown,
  );
  const said = explainDatabase(error);
  expect(said).toMatch(/^The database cannot be used: /);
  expect(said).toMatch(words);
  expect(said).not.toContain('gate-key');
});

it('recognizes a time-out and several addresses of one name, and keeps unknown messages', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(explainDatabase(new AggregateError([refused, refused]))).toMatch(/nothing listens there/);
  expect(explainDatabase(new Error('timeout expired'))).toMatch(/does not answer/);
  const noFile = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' });
  expect(explainDatabase(noFile)).toBe('ENOENT: no such file');
  expect(explainDatabase(new Error('migrations/0001_x.sql:7: syntax error'))).toBe(
    'migrations/0001_x.sql:7: syntax error',
  );
});
