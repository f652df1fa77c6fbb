import { randomInt, timingSafeEqual } from 'node:crypto';
import { persistently } from '../db/persistently.ts';
import type { Db } from '../db/pool.ts';
import type { IdentityRefusal } from '../ports/identity.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { codeUsedUp, no } from './identity-refusals.ts';
import * as store from './identity-store.ts';
import { CODE_MS } from './sign-up-attempts.ts';

/** Tries of a code (rules.md §2). */
export const CODE_TRIES = 5;

type CodeCheck = { ok: true; code_hash: Buffer } | IdentityRefusal;

/** Six-digit codes that prove a mailbox, stored as keyed hashes. */
export function createMailboxCodes(app_secret: string) {
  const hashOf = ({ purpose, subject }: store.CodeSubject, code: string) =>
    keyedHash(app_secret, 'code', purpose, subject, code);

  return {
    /** Replaces the code of a subject. The digits go only into the mail. */
    newCode: async (db: Db, about: store.CodeSubject, email: string, now: Date): Promise<string> => {
      const code = randomInt(1_000_000).toString().padStart(6, '0');
      await store.replaceCode(db, {
        ...about,
        email,
        code_hash: hashOf(about, code),
        created_at: now,
        expires_at: new Date(now.getTime() + CODE_MS),
      });
      return code;
    },

    /** Uses one try. The caller deletes a right code in the transaction that it allows. */
    checkCode: async (
      db: Db,
      about: store.CodeSubject,
      { code, tries = CODE_TRIES }: { code: string; tries?: number },
      now: Date,
    ): Promise<CodeCheck> => {
      const taken = await store.takeTry(db, about, tries);
      if (taken === 'NONE') return no('CodeMismatchException');
      if (taken === 'NO_TRIES_LEFT') return codeUsedUp();
      if (taken.expires_at <= now) return no('ExpiredCodeException');
      if (!timingSafeEqual(taken.code_hash, hashOf(about, code))) return no('CodeMismatchException');
      return { ok: true, code_hash: taken.code_hash };
    },
  };
}

/** Does what a right code allows, and gives its try back if that could not be done. */
export async function withTry<T>(db: Db, about: store.CodeSubject, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await persistently(() => store.giveBackTry(db, about));
    throw error;
  }
}
