import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../auth/keyed-hash.ts';
import * as store from '../auth/identity-store.ts';
import { deleteLoginsOfAccount } from '../auth/store.ts';
import { hashToken } from '../auth/tokens.ts';
import type { Db } from '../db/pool.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordChangedMail } from '../mail/templates/password-changed.ts';
import { passwordResetMail } from '../mail/templates/password-reset.ts';
import { verificationCodeMail } from '../mail/templates/verification-code.ts';
import { HasherBusy, type PasswordHasher } from './identity-password-hasher.ts';
import type { Identity, IdentityError, IdentityRefusal } from './identity.ts';

type EmbeddedIdentityOptions = {
  app_secret: string;
  site_url: string;
  hasher: PasswordHasher;
  /** RATE_LIMIT_SCALE: more failures are free where limits are scaled up. */
  rate_limit_scale: number;
};

// rules.md §2
const CODE_MS = 10 * 60 * 1000;
const CODE_TRIES = 5;
const ATTEMPT_MS = 24 * 60 * 60 * 1000;
const LIVE_ATTEMPTS = 3;
const FREE_FAILURES = 5;

const no = (code: IdentityError, message?: string): IdentityRefusal => ({
  ok: false,
  code,
  ...(message ? { message } : {}),
});
const TRIES_USED_UP = 'There were too many attempts with this code. Please request a new one.';

type CodeCheck = { ok: true; code_hash: Buffer } | IdentityRefusal;

/** Accounts in our own database, with codes through the outbox. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { app_secret, site_url, hasher } = options;
  const freeFailures = Math.max(1, Math.ceil(FREE_FAILURES * options.rate_limit_scale));

  /** The token of an attempt can be made again, so that each browser that knows its password can be given it. */
  const attemptToken = (id: string) => keyedHash(app_secret, 'attempt', id).toString('base64url');
  const passwordHint = (email: string, password: string) =>
    keyedHash(app_secret, 'password-hint', email, password)[0]! & 0x0f;
  const codeHash = ({ purpose, subject }: store.CodeSubject, code: string) =>
    keyedHash(app_secret, 'code', purpose, subject, code);

  /** Replaces the code of a subject; the digits go into a mail and nowhere else. */
  const newCode = async (db: Db, about: store.CodeSubject, email: string, now: Date): Promise<string> => {
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    await store.replaceCode(db, {
      ...about,
      email,
      code_hash: codeHash(about, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MS),
    });
    return code;
  };

  const mailVerificationCode = async (db: Db, attempt: { id: string; email: string }, now: Date) => {
    const code = await newCode(db, { purpose: 'CONFIRM', subject: attempt.id }, attempt.email, now);
    const mail = verificationCodeMail({ code, site_url });
    await queueMail(
      db,
      {
        ...mail,
        dedupe_key: `code:${randomUUID()}`,
        kind: 'verification-code',
        user_id: null,
        to: attempt.email,
      },
      now,
    );
  };

  const checkCode = async (db: Db, about: store.CodeSubject, code: string, now: Date): Promise<CodeCheck> => {
    const taken = await store.takeTry(db, about, CODE_TRIES);
    if (taken === 'NONE') return no('CodeMismatchException');
    if (taken === 'NO_TRIES_LEFT') return no('LimitExceededException', TRIES_USED_UP);
    if (taken.expires_at <= now) return no('ExpiredCodeException');
    if (!timingSafeEqual(taken.code_hash, codeHash(about, code))) return no('CodeMismatchException');
    return { ok: true, code_hash: taken.code_hash };
  };

  const ownAttempt = (live: readonly store.Attempt[], token: string | null) => {
    if (token === null) return undefined;
    const hash = hashToken(token);
    return live.find(({ token_hash }) => timingSafeEqual(token_hash, hash));
  };

  return {
    signUp: async (db, { email, password }, now) => {
      if (await store.selectAccount(db, email)) return no('UsernameExistsException');
      const password_hash = await hashed(hasher, password);
      if (password_hash === null) return no('LimitExceededException');
      const id = randomUUID();
      const token = attemptToken(id);
      await db.transaction().execute(async (tx) => {
        await store.lockAddress(tx, email);
        const live = await store.selectLiveAttempts(tx, email, now);
        await store.deleteAttempts(
          tx,
          live.slice(LIVE_ATTEMPTS - 1).map((attempt) => attempt.id),
        );
        await store.insertAttempt(tx, {
          id,
          email,
          password_hash,
          password_hint: passwordHint(email, password),
          token_hash: hashToken(token),
          created_at: now,
          expires_at: new Date(now.getTime() + ATTEMPT_MS),
        });
        await mailVerificationCode(tx, { id, email }, now);
      });
      return { ok: true, attempt_token: token };
    },

    confirmSignUp: async (db, { email, code, attempt_token }, now) => {
      const live = await store.selectLiveAttempts(db, email, now);
      const own = ownAttempt(live, attempt_token);
      const attempt = own ?? (live.length === 1 ? live[0] : undefined);
      if (!attempt) return no('CodeMismatchException');
      const about = { purpose: 'CONFIRM', subject: attempt.id } as const;
      const checked = await checkCode(db, about, code, now);
      // A stranger is told nothing that he would not hear of an address without any attempt.
      if (!checked.ok) return own ? checked : no('CodeMismatchException');
      return await db.transaction().execute(async (tx) => {
        if (!(await store.deleteCode(tx, { ...about, code_hash: checked.code_hash }))) {
          return no('CodeMismatchException');
        }
        const { password_hash } = attempt;
        const account_id = await store.insertAccount(tx, { email, password_hash }, now);
        await store.deleteAttemptsOf(tx, email);
        return account_id === null ? no('UsernameExistsException') : { ok: true };
      });
    },

    resendCode: async (db, { email, attempt_token }, now) => {
      const live = await store.selectLiveAttempts(db, email, now);
      const attempt = ownAttempt(live, attempt_token) ?? live[0];
      if (attempt) await db.transaction().execute((tx) => mailVerificationCode(tx, attempt, now));
      return { ok: true };
    },

    signIn: async (db, { email, password }, now) => {
      // Known or not, the same queries run and one hash is computed; the hint leaves at most one attempt in nearly
      // every case.
      const { account, attempts, is_locked } = await store.selectSignInFacts(db, email, now);
      if (is_locked) return no('LimitExceededException');
      const hint = passwordHint(email, password);
      const candidates: readonly { id: string; password_hash: string }[] = account
        ? [account]
        : attempts.filter((attempt) => attempt.password_hint === hint);
      let matching: { id: string } | undefined;
      try {
        // Counted while the hash is computed; what came of the hash is told only to who was let in by the count.
        const [is_free, match] = await Promise.all([
          store.countSignIn(db, email, freeFailures, now),
          firstMatch(hasher, candidates, password),
        ]);
        if (!is_free) return no('LimitExceededException');
        matching = match;
      } catch (error) {
        if (error instanceof HasherBusy) return no('LimitExceededException');
        throw error;
      }
      if (!matching) return no('NotAuthorizedException');
      const forgiving = store.forgiveSignInFailures(db, email);
      if (account) {
        const holds = store.passwordHolds(account);
        return { ok: true, account: { account_id: account.id, email }, holds, forgiving };
      }
      await forgiving;
      return { ...no('UserNotConfirmedException'), attempt_token: attemptToken(matching.id) };
    },

    forgotPassword: async (db, { email }, now) => {
      await db.transaction().execute(async (tx) => {
        const account = await store.selectAccount(tx, email);
        const code = await newCode(tx, { purpose: 'RESET', subject: email }, email, now);
        if (!account) return;
        const mail = passwordResetMail({ code, site_url });
        await queueMail(
          tx,
          { ...mail, dedupe_key: `code:${randomUUID()}`, kind: 'password-reset', user_id: null, to: email },
          now,
        );
      });
      return { ok: true };
    },

    confirmNewPassword: async (db, { email, code, password }, now) => {
      const about = { purpose: 'RESET', subject: email } as const;
      const checked = await checkCode(db, about, code, now);
      if (!checked.ok) return checked;
      const password_hash = await hashed(hasher, password);
      if (password_hash === null) return no('LimitExceededException');
      return await db.transaction().execute(async (tx) => {
        if (!(await store.deleteCode(tx, { ...about, code_hash: checked.code_hash }))) {
          return no('CodeMismatchException');
        }
        const account_id = await store.updatePassword(tx, { email, password_hash }, now);
        if (account_id === null) return no('CodeMismatchException');
        await deleteLoginsOfAccount(tx, account_id);
        await store.deleteAttemptsOf(tx, email);
        await store.deleteSignInFailures(tx, email);
        const mail = passwordChangedMail({ at: now, site_url });
        const dedupe_key = `password-changed:${randomUUID()}`;
        await queueMail(tx, { ...mail, dedupe_key, kind: 'password-changed', user_id: null, to: email }, now);
        return { ok: true };
      });
    },

    removeAccount: async (db, account) => await store.deleteAccount(db, account),
  };
}

async function hashed(hasher: PasswordHasher, password: string): Promise<string | null> {
  try {
    return await hasher.hash(password);
  } catch (error) {
    if (error instanceof HasherBusy) return null;
    throw error;
  }
}

/** The row whose password this is. Without any row, as long is spent on saying no. */
async function firstMatch<R extends { id: string; password_hash: string }>(
  hasher: PasswordHasher,
  rows: readonly R[],
  password: string,
): Promise<R | undefined> {
  if (rows.length === 0) await hasher.verify(null, password);
  for (const row of rows) {
    if (await hasher.verify(row.password_hash, password)) return row;
  }
  return undefined;
}
