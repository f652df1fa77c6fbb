import { expect, it } from 'vitest';
import { freePorts } from '#scripts/lib/running-app.ts';
import { databaseUrl } from '#tests/support/database-url.ts';
import { testDatabase } from '#tests/support/database.ts';
import { explainDatabase } from './explain-database.ts';
import { migrate } from './migrate.ts';

const { url } = await testDatabase({ migrated: false });
const [closed] = await freePorts(1);

it.each([
  ['nothing there', `postgresql://studio:gate-key@127.0.0.1:${closed}/x`, /nothing answers there/],
  ['no such host', 'postgresql://studio:gate-key@db.invalid/x', /no computer of that name is known/],
  ['no such socket', 'postgresql:///x?host=%2Fnowhere', /there is no such socket/],
  ['no such database', databaseUrl(url, 'not_made'), /no database of that name.* \(database "not_made" does/],
])('says what to mend: %s', async (_name, address, words) => {
  const error: unknown = await migrate({ url: address, log: { info: () => undefined } }).catch(
    (thrown: unknown) => thrown,
  );
  const said = explainDatabase(error);
  expect(said).toMatch(/^The database cannot be used: /);
  expect(said).toMatch(words);
  expect(said).not.toContain('gate-key');
});

it('knows a time-out, several addresses of one name, and leaves other words alone', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(explainDatabase(new AggregateError([refused, refused]))).toMatch(/nothing answers there/);
  expect(explainDatabase(new Error('timeout expired'))).toMatch(/does not answer/);
  const noFile = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' });
  expect(explainDatabase(noFile)).toBe('ENOENT: no such file');
  expect(explainDatabase(new Error('migrations/0001_x.sql:7: syntax error'))).toBe(
    'migrations/0001_x.sql:7: syntax error',
  );
});
