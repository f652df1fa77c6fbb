import { expect, it } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { unawaited } from './unawaited.ts';

it('is finished before an app is closed, and says when it fails', async () => {
  const { app } = await testApp({ seeded: false });
  const done: string[] = [];
  const page = Promise.withResolvers<void>();
  unawaited(
    page.promise.then(() => done.push('page recorded')),
    () => undefined,
  );
  unawaited(Promise.reject(new Error('the database is away')), (error) =>
    done.push((error as Error).message),
  );
  const closed = app.close().then(() => done.push('closed'));
  await app.inject('/healthz').catch(() => undefined);
  expect(done).not.toContain('closed');
  page.resolve();
  await closed;
  expect(done).toEqual(['the database is away', 'page recorded', 'closed']);
});
