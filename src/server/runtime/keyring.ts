import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';

/** Seals and opens one client's health data synchronously; the key is already in memory. */
export type ClientKey = {
  /** `field` names the column and the row, e.g. `client_notes:<booking id>`. A value moved elsewhere does not open. */
  seal(field: string, text: string): Buffer;
  /** Throws if the value was sealed for another field or client, or was changed. */
  open(field: string, sealed: Uint8Array): string;
  /** Like `open`, as UTF-8 bytes in a separate buffer: decoding 2 MB as text costs as much as opening them. */
  openBytes(field: string, sealed: Uint8Array): Buffer<ArrayBuffer>;
  /** The raw key, for a worker thread that serves only this client. `clientKeyOf` turns it back into a key. */
  readonly secret: ClientSecret;
};

/** The bytes of one client's key and the client's id. */
export type ClientSecret = { readonly user_id: string; readonly key: Uint8Array };

/**
 * Keys of clients' health data (rules.md §7): one random key per client, wrapped by the master key. Sealed data is
 * nowhere in the database in plain text, and cannot be opened after the client's key is destroyed.
 */
export type Keyring = {
  /** The client's key, created on first use. */
  keyOf(db: Db, user_id: string, now: Date): Promise<ClientKey>;
  /** The same, or null where there is none: of a client who was erased meanwhile. */
  knownKeyOf(db: Db, user_id: string): Promise<ClientKey | null>;
  /** Destroys the key, and with it everything sealed under it. */
  destroy(db: Db, user_id: string): Promise<void>;
  /** Seals a secret of the practice itself, such as a TOTP secret, under the master key. `field` as for a client's key. */
  sealOwn(field: string, text: string): Buffer;
  /** Throws if the value was sealed for another field or opens with neither master key. */
  openOwn(field: string, sealed: Uint8Array): string;
  /**
   * False if the oldest or the newest client key, or a secret of the practice, opens with neither master key: the database
   * belongs to another key.
   */
  isOurs(db: Db): Promise<boolean>;
  /**
   * Re-wraps the keys that the previous master key opens with the current one, in batches, and re-seals the practice's secrets. It can be interrupted,
   * repeated, and run while the site writes: it skips rows that changed meanwhile.
   */
  rewrap(db: Db): Promise<Rewrapped>;
};

/** The error message for `isOurs` returning false. */
export const FOREIGN_KEY =
  'MASTER_KEY does not open the health data of this database. Start with the key it was sealed with; to change keys, ' +
  'set MASTER_KEY_PREVIOUS to the old one (docs/operations/keys.md).';

type Rewrapped = {
  /** Keys and secrets that are under the current master key now. */
  changed: number;
  /** Those that were already. */
  current: number;
  /** Whose key or secret neither master key opens: 'client <id>', 'staff <id>'. */
  unopened: string[];
};

const ALGORITHM = 'aes-256-gcm';
/** The first byte of everything sealed, so that another format can be added later. */
const VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const REWRAP_BATCH = 200;

function encrypt(key: Buffer, about: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, about: string, sealed: Uint8Array): Buffer<ArrayBuffer> {
  if (sealed[0] !== VERSION) throw new Error('Sealed in an unknown way');
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(tag);
  const plain = decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES));
  // In GCM mode `final` returns no data; it only throws if the tag does not match.
  decipher.final();
  return plain as Buffer<ArrayBuffer>;
}

/** Restores a key from `secret`, whose key arrives as plain bytes in another thread. */
export function clientKeyOf(secret: ClientSecret): ClientKey {
  const { user_id } = secret;
  const key = Buffer.from(secret.key);
  const about = (field: string) => `${user_id}/${field}`;
  return {
    secret,
    seal: (field, text) => encrypt(key, about(field), Buffer.from(text, 'utf8')),
    open: (field, sealed) => decrypt(key, about(field), sealed).toString('utf8'),
    openBytes: (field, sealed) => decrypt(key, about(field), sealed),
  };
}

/**
 * Creates the keyring. `master_key` has 32 bytes, from MASTER_KEY or the data folder, and wraps new keys.
 * `previous_key` also unwraps during a rotation.
 */
export function createKeyring(master_key: Buffer, previous_key?: Buffer): Keyring {
  for (const key of [master_key, previous_key]) {
    if (key && key.length !== KEY_BYTES) throw new Error(`A master key is ${KEY_BYTES} bytes long`);
  }
  const about = (user_id: string) => `${user_id}/key`;
  const aboutOwn = (field: string) => `practice/${field}`;

  function openEither(subject: string, sealed: Uint8Array): Buffer {
    try {
      return decrypt(master_key, subject, sealed);
    } catch (error) {
      if (!previous_key) throw error;
      return decrypt(previous_key, subject, sealed);
    }
  }
  const unwrap = (user_id: string, wrapped: Uint8Array) => openEither(about(user_id), wrapped);

  async function wrappedKeyOf(db: Db, user_id: string): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('user_keys')
      .select('wrapped_key')
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    return row?.wrapped_key;
  }

  const keyFrom = (user_id: string, wrapped: Uint8Array) =>
    clientKeyOf({ user_id, key: unwrap(user_id, wrapped) });

  return {
    sealOwn: (field, text) => encrypt(master_key, aboutOwn(field), Buffer.from(text, 'utf8')),
    openOwn: (field, sealed) => openEither(aboutOwn(field), sealed).toString('utf8'),
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
        // If another process created the key first, its key counts.
        wrapped = await wrappedKeyOf(db, user_id);
      }
      if (!wrapped) throw new Error('The key of this client was destroyed meanwhile');
      return keyFrom(user_id, wrapped);
    },
    async knownKeyOf(db, user_id) {
      const wrapped = await wrappedKeyOf(db, user_id);
      return wrapped ? keyFrom(user_id, wrapped) : null;
    },
    async destroy(db, user_id) {
      await db.deleteFrom('user_keys').where('user_id', '=', user_id).execute();
    },
    async isOurs(db) {
      const keys = db.selectFrom('user_keys').select(['user_id', 'wrapped_key']);
      const ends = await Promise.all(
        (['asc', 'desc'] as const).map((order) => keys.orderBy('created_at', order).limit(1).execute()),
      );
      const secrets = await selectOwnSecrets(db);
      return (
        ends.flat().every(({ user_id, wrapped_key }) => opens(() => unwrap(user_id, wrapped_key))) &&
        secrets.every(({ field, sealed }) => opens(() => openEither(aboutOwn(field), sealed)))
      );
    },
    async rewrap(db) {
      const outcome: Rewrapped = { changed: 0, current: 0, unopened: [] };
      let after = '00000000-0000-0000-0000-000000000000';
      for (;;) {
        const rows = await db
          .selectFrom('user_keys')
          .select(['user_id', 'wrapped_key'])
          .where('user_id', '>', after)
          .orderBy('user_id')
          .limit(REWRAP_BATCH)
          .execute();
        await inTransaction(db, async (batch) => {
          for (const { user_id, wrapped_key } of rows) {
            if (opens(() => decrypt(master_key, about(user_id), wrapped_key))) outcome.current += 1;
            else if (!opens(() => unwrap(user_id, wrapped_key))) outcome.unopened.push(`client ${user_id}`);
            else {
              const key = unwrap(user_id, wrapped_key);
              // Never restores a key that was destroyed in the meantime.
              const { numUpdatedRows } = await batch
                .updateTable('user_keys')
                .set({ wrapped_key: encrypt(master_key, about(user_id), key) })
                .where('user_id', '=', user_id)
                .where('wrapped_key', '=', wrapped_key)
                .executeTakeFirst();
              outcome.changed += Number(numUpdatedRows);
            }
          }
        });
        if (rows.length < REWRAP_BATCH) break;
        after = rows.at(-1)!.user_id;
      }
      for (const secret of await selectOwnSecrets(db)) {
        const about = aboutOwn(secret.field);
        if (opens(() => decrypt(master_key, about, secret.sealed))) outcome.current += 1;
        else if (!opens(() => openEither(about, secret.sealed))) outcome.unopened.push(secret.of);
        else {
          const resealed = encrypt(master_key, about, openEither(about, secret.sealed));
          outcome.changed += await updateOwnSecret(db, secret, resealed);
        }
      }
      return outcome;
    },
  };
}

function opens(unwrap: () => Buffer): boolean {
  try {
    unwrap();
    return true;
  } catch {
    return false;
  }
}

// Secrets of authenticator apps and addresses of other calendars (rules.md §9). They belong to no client, so the master key
// seals them directly.

/** The field of a member's secret. */
export const totpField = (staff_id: string): string => `totp/${staff_id}`;
/** The field of a secret that a set-up page offers. */
export const invitedTotpField = (token_hash: Buffer): string => `totp-invite/${token_hash.toString('hex')}`;
/** The field of the secret address of another calendar. */
export const calendarAddressField = (id: string): string => `busy-calendar/${id}`;
/** The field of a secret that replaces the member's when it is confirmed. */
export const offeredTotpField = (session_id: string): string => `totp-offer/${session_id}`;

const COLUMNS = {
  staff: 'totp_secret',
  staff_invites: 'totp_secret',
  staff_sessions: 'offered_totp_secret',
  busy_calendars: 'address',
} as const;
type OwnSecret = {
  holder: keyof typeof COLUMNS;
  /** Whose it is, in messages. */
  of: string;
  field: string;
  sealed: Buffer;
};

async function selectOwnSecrets(db: Db): Promise<OwnSecret[]> {
  const calendars = await db.selectFrom('busy_calendars').select(['id', 'address']).execute();
  const members = await db.selectFrom('staff').select(['id', 'totp_secret']).execute();
  const invites = await db
    .selectFrom('staff_invites')
    .select(['token_hash', 'staff_id', 'totp_secret'])
    .execute();
  const offers = await db
    .selectFrom('staff_sessions')
    .select(['id', 'staff_id', 'offered_totp_secret'])
    .where('offered_totp_secret', 'is not', null)
    .execute();
  const found = [
    ...members.map(({ id, totp_secret }) => ({
      holder: 'staff' as const,
      of: `staff ${id}`,
      field: totpField(id),
      sealed: totp_secret,
    })),
    ...invites.map(({ token_hash, staff_id, totp_secret }) => ({
      holder: 'staff_invites' as const,
      of: `staff ${staff_id}`,
      field: invitedTotpField(token_hash),
      sealed: totp_secret,
    })),
    ...offers.map(({ id, staff_id, offered_totp_secret }) => ({
      holder: 'staff_sessions' as const,
      of: `staff ${staff_id}`,
      field: offeredTotpField(id),
      sealed: offered_totp_secret,
    })),
    ...calendars.map(({ id, address }) => ({
      holder: 'busy_calendars' as const,
      of: `calendar ${id}`,
      field: calendarAddressField(id),
      sealed: address,
    })),
  ];
  return found.flatMap(({ sealed, ...secret }) => (sealed ? [{ ...secret, sealed }] : []));
}

/** Never brings back a secret that was replaced in the meantime. */
async function updateOwnSecret(db: Db, { holder, sealed }: OwnSecret, resealed: Buffer): Promise<number> {
  const column = sql.ref(COLUMNS[holder]);
  const { numAffectedRows } = await sql`update ${sql.table(holder)} set ${column} = ${resealed}
    where ${column} = ${sealed}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
