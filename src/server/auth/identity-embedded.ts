import { randomUUID } from 'node:crypto';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { isReserved } from './email-change-store.ts';
import { linkIsOver, LOCKS, mailRefusal, no } from './identity-refusals.ts';
import * as store from './identity-store.ts';
import { CODE_TRIES, createMailboxCodes, withTry } from './mailbox-codes.ts';
import {
  countSignIn,
  decided,
  deleteSignInFailures,
  forgiveSignInFailures,
} from './sign-in-failures-store.ts';
import { failuresAllowed, networkHash, sourcesOf } from './sign-in-sources.ts';
import { allowedAttempts, makeRoom, ownAttempt } from './sign-up-attempts.ts';
import { deleteSessionsOfAccount } from '../sessions/session-store.ts';
import { hashToken, isToken, newToken } from '../sessions/tokens.ts';
import type { Db } from '../db/pool.ts';
import { decidedTransaction, inTransaction } from '../db/transactions.ts';
import { brokenConstraint } from '../db/constraints.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordChangedMail, passwordResetMail, verificationCodeMail } from '../mail/templates/account.ts';
import type { PasswordHasher } from '../runtime/password-hasher.ts';
import type { Identity, IdentityRefusal } from '../ports/identity.ts';

/** The row whose password matches. Without rows it spends the same time and returns undefined. @throws HasherBusy */
async function firstMatch<R extends { id: string; password_hash: string }>(
  hasher: PasswordHasher,
  rows: readonly R[],
  { password, by }: { password: string; by: string | null },
): Promise<R | undefined> {
  if (rows.length === 0) await hasher.verify(null, password, by);
  for (const row of rows) {
    if (await hasher.verify(row.password_hash, password, by)) return row;
  }
  return undefined;
}

type EmbeddedIdentityOptions = {
  app_secret: string;
  site_url: string;
  hasher: PasswordHasher;
  /** RATE_LIMIT_SCALE: more failures are allowed where limits are scaled up. */
  rate_limit_scale: number;
};

// rules.md §2
/** Without the attempt's cookie: one try stays reserved for the browser that signed up. */
const TRIES_ELSEWHERE = CODE_TRIES - 1;
const ATTEMPT_MS = 24 * 60 * 60 * 1000;
const LINK_MS = 24 * 60 * 60 * 1000;

/** Accounts in our own database, with codes sent through the outbox. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { app_secret, site_url, hasher } = options;
  const scaled = (times: number) => Math.max(1, Math.ceil(times * options.rate_limit_scale));
  const allowed = failuresAllowed(options.rate_limit_scale);
  const attempts = allowedAttempts(scaled);

  /** The token of an attempt is derived, so that it can be reissued to any browser that knows the password. */
  const attemptToken = (id: string) => keyedHash(app_secret, 'attempt', id).toString('base64url');
  const passwordHint = (email: string, password: string) =>
    keyedHash(app_secret, 'password-hint', email, password)[0]! & 0x0f;
  const { newCode, checkCode } = createMailboxCodes(app_secret);

  const newLink = async (db: Db, purpose: store.CodePurpose, email: string, now: Date): Promise<string> => {
    const key = newToken();
    const expires_at = new Date(now.getTime() + LINK_MS);
    await store.insertLink(db, { token_hash: hashToken(key), email, purpose, created_at: now, expires_at });
    return key;
  };

  const mailVerificationCode = async (db: Db, attempt: { id: string; email: string }, now: Date) => {
    const code = await newCode(db, { purpose: 'CONFIRM', subject: attempt.id }, attempt.email, now);
    const key = await newLink(db, 'CONFIRM', attempt.email, now);
    const mail = verificationCodeMail({ code, key, site_url });
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

  /** Ends pending attempts and links after a client has proved that the mailbox is theirs. */
  const endRecovery = async (db: Db, email: string) => {
    await store.deleteAttemptsOf(db, email);
    await store.deleteLinksOf(db, email);
  };

  /** After a new password: unlocks sign-in from every browser, ends all sessions and notifies the client by mail. */
  const afterNewPassword = async (
    db: Db,
    { email, account_id }: { email: string; account_id: string },
    now: Date,
  ) => {
    await deleteSessionsOfAccount(db, account_id);
    await store.deleteCodesOf(db, { purpose: 'RESET', email });
    await deleteSignInFailures(db, email);
    const mail = passwordChangedMail({ at: now, site_url });
    const dedupe_key = `password-changed:${randomUUID()}`;
    await queueMail(db, { ...mail, dedupe_key, kind: 'password-changed', user_id: null, to: email }, now);
  };

  return {
    mails_links: true,

    signUp: async (db, { email, password, network, attempt_token, may_mail }, now) => {
      // This comes before a mail is counted: requests for an address with an account must not use up its owner's mails.
      if ((await store.selectAccount(db, email)) || (await isReserved(db, { email, account_id: null }, now)))
        return no('UsernameExistsException');
      const from = networkHash(app_secret, network);
      const roomFor = (live: readonly store.Attempt[]) =>
        makeRoom(live, { own: ownAttempt(live, attempt_token), network: from, allowed: attempts }, now);
      const before = await store.selectLiveAttempts(db, email, now);
      if (roomFor(before) === null) return mailRefusal('USED_UP')!;
      // Before a mail is counted: what could not be decided counts nothing.
      const password_hash = await hasher.hash(password, ownAttempt(before, attempt_token)?.id ?? null);
      const refused = mailRefusal(await may_mail());
      if (refused) return refused;
      const id = randomUUID();
      const token = attemptToken(id);
      return await inTransaction(db, async (tx) => {
        await store.lockAddress(tx, email);
        const live = await store.selectLiveAttempts(tx, email, now);
        const gone = roomFor(live);
        if (gone === null) return mailRefusal('USED_UP')!;
        await store.deleteAttempts(tx, gone);
        await store.insertAttempt(tx, {
          id,
          email,
          password_hash,
          password_hint: passwordHint(email, password),
          token_hash: hashToken(token),
          network: from,
          created_at: now,
          expires_at: new Date(now.getTime() + ATTEMPT_MS),
        });
        await mailVerificationCode(tx, { id, email }, now);
        return { ok: true, attempt_token: token };
      });
    },

    findAttempt: async (db, { email, attempt_token }, now) =>
      ownAttempt(await store.selectLiveAttempts(db, email, now), attempt_token)?.id ?? null,

    confirmSignUp: async (db, { email, code, attempt_token }, now) => {
      const live = await store.selectLiveAttempts(db, email, now);
      const own = ownAttempt(live, attempt_token);
      const attempt = own ?? (live.length === 1 ? live[0] : undefined);
      if (!attempt) return no('CodeMismatchException');
      const about = { purpose: 'CONFIRM', subject: attempt.id } as const;
      const checked = await checkCode(db, about, { code, tries: own ? CODE_TRIES : TRIES_ELSEWHERE }, now);
      // Another browser gets the same answer as for an address without any attempt.
      if (!checked.ok)
        return own ? checked : no('CodeMismatchException', checked.event ? { event: checked.event } : {});
      return await withTry(db, about, () =>
        inTransaction(db, async (tx) => {
          if (!(await store.deleteCode(tx, { ...about, code_hash: checked.code_hash }))) {
            return no('CodeMismatchException');
          }
          const { password_hash } = attempt;
          const account_id = await store.insertAccount(tx, { email, password_hash }, now);
          await endRecovery(tx, email);
          return account_id === null ? no('UsernameExistsException') : ({ ok: true } as const);
        }),
      );
    },

    resendCode: async (db, { email, attempt_token, may_mail }, now) => {
      const live = await store.selectLiveAttempts(db, email, now);
      const own = ownAttempt(live, attempt_token);
      const attempt = own ?? live[0];
      if (!attempt) return { ok: true };
      const refused = mailRefusal(await may_mail());
      // Only the browser that signed up gets the refusal; another one would learn that an attempt exists.
      if (refused) return own ? refused : { ok: true };
      await inTransaction(db, (tx) => mailVerificationCode(tx, attempt, now));
      return { ok: true };
    },

    signIn: async (db, { email, password, source }, now) => {
      // Known or not, the same queries run and one hash is computed; the hint leaves at most one attempt in nearly
      // every case.
      const sources = sourcesOf(app_secret, source);
      const { account, attempts, lock } = await store.selectSignInFacts(db, email, sources, now);
      if (lock) return LOCKS[lock]();
      const hint = passwordHint(email, password);
      const candidates: readonly { id: string; password_hash: string }[] = account
        ? [account]
        : attempts.filter((attempt) => attempt.password_hint === hint);
      // The attempt is counted while the hash is computed; the result is only used if the count allows it.
      const matches = firstMatch(hasher, candidates, { password, by: source.known ? source.id : null });
      matches.catch(() => undefined);
      const locked = await countSignIn(db, email, sources, allowed, now);
      if (locked) return LOCKS[locked]();
      const matching = await decided(db, { email, sources, allowed }, now, () => matches);
      if (!matching) return no('NotAuthorizedException');
      const forgiving = forgiveSignInFailures(db, email, sources, allowed.all_free);
      if (account) {
        const holds = store.passwordHolds(account, email);
        return { ok: true, account: { account_id: account.id, email }, holds, forgiving };
      }
      await forgiving;
      return { ...no('UserNotConfirmedException'), attempt_token: attemptToken(matching.id) };
    },

    forgotPassword: async (db, { email }, now) => {
      const reset_id = randomUUID();
      await inTransaction(db, async (tx) => {
        const account = await store.selectAccount(tx, email);
        const code = await newCode(tx, resetSubject(email, reset_id), email, now);
        if (!account) return;
        const mail = passwordResetMail({ code, key: await newLink(tx, 'RESET', email, now), site_url });
        await queueMail(
          tx,
          { ...mail, dedupe_key: `code:${randomUUID()}`, kind: 'password-reset', user_id: null, to: email },
          now,
        );
      });
      return { ok: true, reset_id };
    },

    hasReset: async (db, { email, reset_id }, now) =>
      await store.isCodeLive(db, resetSubject(email, reset_id), now),

    confirmNewPassword: async (db, { email, code, password, reset_id }, now) => {
      const newest = reset_id === null ? await store.selectNewestCode(db, { purpose: 'RESET', email }) : null;
      if (reset_id === null && newest === null) return no('CodeMismatchException');
      const about =
        newest === null ? resetSubject(email, reset_id!) : ({ purpose: 'RESET', subject: newest } as const);
      const checked = await checkCode(db, about, { code }, now);
      if (!checked.ok) return checked;
      return await withTry(db, about, async () => {
        // The code was right, which is a proof.
        const password_hash = await hasher.hash(password, about.subject);
        return await inTransaction(db, async (tx) => {
          if (!(await store.deleteCode(tx, { ...about, code_hash: checked.code_hash }))) {
            return no('CodeMismatchException');
          }
          const account_id = await store.updatePassword(tx, { email, password_hash }, now);
          if (account_id === null) return no('CodeMismatchException');
          await endRecovery(tx, email);
          await afterNewPassword(tx, { email, account_id }, now);
          return { ok: true } as const;
        });
      });
    },

    refuseLink: async (db, key, now) =>
      isToken(key) && (await store.selectLink(db, hashToken(key), now)) ? null : linkIsOver(),

    setPasswordByLink: async (db, { key, password }, now) => {
      if (!isToken(key)) return linkIsOver();
      const link = await store.selectLink(db, hashToken(key), now);
      if (!link) return linkIsOver();
      const { email, purpose, token_hash } = link;
      const password_hash = await hasher.hash(password, key);
      return await inTransaction(db, async (tx) => {
        if (!(await store.deleteLink(tx, token_hash))) return linkIsOver();
        const account_id = await store.updatePassword(tx, { email, password_hash }, now);
        if (account_id === null) {
          if (purpose === 'RESET') return linkIsOver();
          if ((await store.insertAccount(tx, { email, password_hash }, now)) === null) return linkIsOver();
        } else await afterNewPassword(tx, { email, account_id }, now);
        await endRecovery(tx, email);
        return { ok: true, email };
      });
    },

    makeLink: async (db, email, now) => await newLink(db, 'RESET', email, now),

    hasAccount: async (db, email) => (await store.selectAccount(db, email)) !== null,

    changeAccount: async (db, { account_id, email, password }, now, alongside) => {
      const password_hash = password === undefined ? undefined : await hasher.hash(password, account_id);
      return await decidedTransaction<{ ok: true } | IdentityRefusal>(db, async (trx) => {
        const left = await store.moveAccount(trx, { account_id, email, password_hash }, now);
        const answer = left === null ? no('NotAuthorizedException') : await alongside(trx, left);
        return { answer, isKept: answer.ok };
      }).catch((error: unknown) => {
        if (brokenConstraint(error) === 'one_account_per_email') return no('UsernameExistsException');
        throw error;
      });
    },

    removeAccount: async (db, account) => await store.deleteAccount(db, account),
  };
}

const resetSubject = (email: string, reset_id: string) =>
  ({ purpose: 'RESET', subject: `${email} ${reset_id}` }) as const;
