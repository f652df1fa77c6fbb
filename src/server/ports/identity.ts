import type { RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db } from '../db/pool.ts';

/** Codes that an identity answers with; names follow hosted identity pools (rules.md §2). */
export type IdentityError = Extract<
  ErrorCode,
  | 'UserNotConfirmedException'
  | 'NotAuthorizedException'
  | 'UsernameExistsException'
  | 'CodeMismatchException'
  | 'ExpiredCodeException'
  | 'LimitExceededException'
  | 'InvalidPasswordException'
  | 'IDENTITY_UNAVAILABLE'
>;
/** `message` replaces the words of contract/errors.ts; `attempt_token` names this browser's sign-up attempt. */
export type IdentityRefusal = { ok: false; code: IdentityError; message?: string; attempt_token?: string };
type Account = { account_id: string; email: string };

/**
 * Who may call herself by an address. E-mails come trimmed and lower-cased; passwords were judged by the policy of
 * the domain. No method tells whether an address is known, save signUp.
 */
export type Identity = {
  /** Mails a code. The token is null where the identity binds attempts otherwise. */
  signUp(
    db: Db,
    input: { email: string; password: string },
    now: Date,
  ): Promise<{ ok: true; attempt_token: string | null } | IdentityRefusal>;
  confirmSignUp(
    db: Db,
    input: { email: string; code: string; attempt_token: string | null },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /** Silent about whether there was anything to send. */
  resendCode(
    db: Db,
    input: { email: string; attempt_token: string | null },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /**
   * `holds` is asked in the statement that makes the login: true if the password opens the account still, which then
   * stays so until that statement is committed. An identity of its own cannot tell. `forgiving` is under way still; the
   * caller waits for it, at best while the login is made.
   */
  signIn(
    db: Db,
    input: { email: string; password: string },
    now: Date,
  ): Promise<
    { ok: true; account: Account; holds?: RawBuilder<boolean>; forgiving?: Promise<void> } | IdentityRefusal
  >;
  /** Silent about whether there was anything to send. */
  forgotPassword(db: Db, input: { email: string }, now: Date): Promise<{ ok: true } | IdentityRefusal>;
  /** Ends all logins and other codes of the account and mails a notice. */
  confirmNewPassword(
    db: Db,
    input: { email: string; code: string; password: string },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /** Forgets the account; fine if it is gone already. @throws if the identity cannot be reached */
  removeAccount(db: Db, account: Account): Promise<void>;
};
