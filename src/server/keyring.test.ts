import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { createKeyring } from './keyring.ts';

const { db } = await testDatabase();
const keyring = createKeyring(Buffer.alloc(32, 1));
const now = new Date('2026-03-02T17:00:00Z');

async function client(): Promise<string> {
  const row = { cognito_sub: randomUUID(), email: 'a@example.com', created_at: now, updated_at: now };
  return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

test('what is sealed opens again, for the same client and field only', async () => {
  const [ann, ben] = [await client(), await client()];
  const key = await keyring.keyOf(db, ann, now);
  const sealed = key.seal('notes:1', 'Ünïcödé 🌿');
  expect((await keyring.keyOf(db, ann, now)).open('notes:1', sealed)).toBe('Ünïcödé 🌿');
  expect(() => key.open('notes:2', sealed)).toThrow();
  const other = await keyring.keyOf(db, ben, now);
  expect(() => other.open('notes:1', sealed)).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => key.open('notes:1', sealed)).toThrow();
});

test('the same words are never sealed alike, and the key in the table does not open them', async () => {
  const ann = await client();
  const key = await keyring.keyOf(db, ann, now);
  expect(key.seal('notes:1', 'x').equals(key.seal('notes:1', 'x'))).toBe(false);
  await expect(createKeyring(Buffer.alloc(32, 2)).keyOf(db, ann, now)).rejects.toThrow();
});

test('two requests that make the first key at once get the same one', async () => {
  const ann = await client();
  const keys = await Promise.all([1, 2, 3, 4].map(() => keyring.keyOf(db, ann, now)));
  const sealed = keys[0]!.seal('f', 'shared');
  for (const key of keys) expect(key.open('f', sealed)).toBe('shared');
});

test('a destroyed key opens nothing any more', async () => {
  const ann = await client();
  const sealed = (await keyring.keyOf(db, ann, now)).seal('f', 'gone');
  await keyring.destroy(db, ann);
  const next = await keyring.keyOf(db, ann, now);
  expect(() => next.open('f', sealed)).toThrow();
});
