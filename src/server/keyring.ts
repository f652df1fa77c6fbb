import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Db } from './db/pool.ts';

/** Seals and opens one client's health data. Neither waits: the key is at hand. */
export type ClientKey = {
  /** `field` names the column and the row, e.g. `client_notes:<booking id>`; a value moved elsewhere does not open. */
  seal(field: string, text: string): Buffer;
  /** Throws if the value was sealed for another field or client, or was changed. */
  open(field: string, sealed: Uint8Array): string;
};

/**
 * Keys of clients' health data (rules.md §7): one random key per client, wrapped by the master key. What is sealed
 * is nowhere in the database in plain text, and cannot be opened again once the client's key is destroyed.
 */
export type Keyring = {
  /** The client's key, made on first use. */
  keyOf(db: Db, user_id: string, now: Date): Promise<ClientKey>;
  /** Erases the key, and with it everything that it opened. */
  destroy(db: Db, user_id: string): Promise<void>;
};

const ALGORITHM = 'aes-256-gcm';
/** The first byte of everything sealed, so that another way of sealing can come beside this one. */
const VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(key: Buffer, about: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, about: string, sealed: Uint8Array): Buffer {
  if (sealed[0] !== VERSION) throw new Error('Sealed in an unknown way');
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
}

function clientKey(key: Buffer, user_id: string): ClientKey {
  const about = (field: string) => `${user_id}/${field}`;
  return {
    seal: (field, text) => encrypt(key, about(field), Buffer.from(text, 'utf8')),
    open: (field, sealed) => decrypt(key, about(field), sealed).toString('utf8'),
  };
}

/** `master_key`: 32 bytes, from MASTER_KEY or the data folder. */
export function createKeyring(master_key: Buffer): Keyring {
  if (master_key.length !== KEY_BYTES) throw new Error(`The master key is ${KEY_BYTES} bytes long`);
  const about = (user_id: string) => `${user_id}/key`;

  async function wrappedKeyOf(db: Db, user_id: string): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('user_keys')
      .select('wrapped_key')
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    return row?.wrapped_key;
  }

  return {
    async keyOf(db, user_id, now) {
      let wrapped = await wrappedKeyOf(db, user_id);
      if (!wrapped) {
        await db
          .insertInto('user_keys')
          .values({
            user_id,
            wrapped_key: encrypt(master_key, about(user_id), randomBytes(KEY_BYTES)),
            created_at: now,
          })
          .onConflict((conflict) => conflict.column('user_id').doNothing())
          .execute();
        // Whoever made it first: that one counts.
        wrapped = await wrappedKeyOf(db, user_id);
      }
      if (!wrapped) throw new Error('The key of this client was destroyed meanwhile');
      return clientKey(decrypt(master_key, about(user_id), wrapped), user_id);
    },
    async destroy(db, user_id) {
      await db.deleteFrom('user_keys').where('user_id', '=', user_id).execute();
    },
  };
}
