import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
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

test('the same text is never sealed alike, and the key in the table does not open it', async () => {
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

test('a master key is changed while the site runs: nothing is lost, and in the end the old one opens nothing', async () => {
  const [old_key, new_key] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
  const [before, both, after] = [
    createKeyring(old_key),
    createKeyring(new_key, old_key),
    createKeyring(new_key),
  ];
  await db.deleteFrom('user_keys').execute();
  // More than one batch.
  const clients = await Promise.all(Array.from({ length: 205 }, client));
  const sealed = await Promise.all(
    clients.map(async (id) => (await before.keyOf(db, id, now)).seal('f', `of ${id}`)),
  );
  expect(await after.isOurs(db)).toBe(false);
  expect(await both.isOurs(db)).toBe(true);
  // One more that signs up in between, and one who leaves.
  const late = await client();
  const words = (await both.keyOf(db, late, now)).seal('f', 'late');
  await both.destroy(db, clients[0]!);

  const [first, second] = await Promise.all([both.rewrap(db), both.rewrap(db)]);
  expect(first.changed + second.changed).toBe(204);
  expect([...first.unopened, ...second.unopened]).toEqual([]);
  expect(await both.rewrap(db)).toEqual({ changed: 0, current: 205, unopened: [] });
  expect(await after.isOurs(db)).toBe(true);
  expect(await before.isOurs(db)).toBe(false);
  for (const [n, id] of clients.entries()) {
    if (n > 0) expect((await after.keyOf(db, id, now)).open('f', sealed[n]!)).toBe(`of ${id}`);
  }
  expect((await after.keyOf(db, late, now)).open('f', words)).toBe('late');
  await expect(before.keyOf(db, late, now)).rejects.toThrow();
  const gone = await db
    .selectFrom('user_keys')
    .select('user_id')
    .where('user_id', '=', clients[0]!)
    .execute();
  expect(gone).toEqual([]);
});

test('a change that was broken off, or has the wrong previous key, names whom it could not open', async () => {
  await db.deleteFrom('user_keys').execute();
  const [ann, ben] = [await client(), await client()];
  await createKeyring(Buffer.alloc(32, 5)).keyOf(db, ann, now);
  await createKeyring(Buffer.alloc(32, 6)).keyOf(db, ben, now);
  const wrong = createKeyring(Buffer.alloc(32, 7), Buffer.alloc(32, 6));
  expect(await wrong.rewrap(db)).toEqual({ changed: 1, current: 0, unopened: [`client ${ann}`] });
  const right = createKeyring(Buffer.alloc(32, 7), Buffer.alloc(32, 5));
  expect(await right.rewrap(db)).toEqual({ changed: 1, current: 1, unopened: [] });
});
