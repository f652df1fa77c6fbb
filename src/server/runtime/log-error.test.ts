import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { createServer } from '../app.ts';
import { serializeError } from './log-error.ts';

const { db } = await testDatabase();
const CANARY = 'canary-1420-SE-Taylor';
const failed = async () =>
  await sql`insert into users (address) values (${`{"route":"${CANARY}`}::jsonb)`
    .execute(db)
    .then(() => undefined)
    .catch((error: unknown) => error);

/** What an app writes about an error, through the logger of every app. */
function logged(error: unknown): string {
  const lines: string[] = [];
  const app = createServer({
    trustProxy: false,
    logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
  });
  app.log.error({ err: error }, 'A statement failed');
  return lines.join('');
}

it('a statement that failed is logged by its fault, without what a client had typed', async () => {
  const error = await failed();
  expect(JSON.stringify([(error as Error).message, { ...(error as object) }])).toContain(CANARY);
  const text = logged(error);
  expect(text).not.toContain(CANARY);
  expect(JSON.parse(text)).toMatchObject({ err: { type: 'DatabaseError', code: '22P02' } });
  expect(text).toContain('log-error.test.ts');
  expect(logged(new Error('could not send', { cause: error }))).not.toContain(CANARY);
});

it('control: the error as it is repeats it', async () => {
  expect(JSON.stringify({ ...((await failed()) as object) })).toContain(CANARY);
});

it('any other error keeps its message', () => {
  expect(serializeError(new TypeError('x is no function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is no function',
  });
  expect(serializeError('text')).toEqual({ type: 'string', message: 'Not an error', stack: '' });
});
