import type { RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db } from '../db/pool.ts';
import type { SecurityEvent } from '../runtime/security-events.ts';

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
/**
 * `message` replaces the words of contract/errors.ts; `attempt_token` names this browser's sign-up attempt; `event` is
 * what the operator should be able to see of it.
 */
export type IdentityRefusal = {
  ok: false;
  code: IdentityError;
  message?: string;
  attempt_token?: string;
  event?: SecurityEvent;
};
type Account = { account_id: string; email: string };
/** A browser that has signed in to this address before, or one of a network (network.ts). */
export type SignInSource = { known: true; id: string } | { known: false; network: string };
/** Asked just before a mail with a code would be written. */
/** TOO_SOON: wait. USED_UP: the mailbox has had its mails, and the newest one has a link that works. */
export type CodeMailResult = 'OK' | 'TOO_SOON' | 'USED_UP';
type MayMail = () => Promise<CodeMailResult>;

/**
 * Who may call herself by an address. E-mails come trimmed and lower-cased; passwords were judged by the policy of
 * the domain. No method tells whether an address is known, save signUp.
 */
export type Identity = {
  /** Whether its code mails carry a link that works for a day. */
  readonly mails_links: boolean;
  /**
   * Mails a code. The token is null where the identity binds attempts otherwise; the one that is handed in is the
   * browser's attempt before, which this one replaces.
   */
  signUp(
    db: Db,
    input: {
      email: string;
      password: string;
      network: string;
      attempt_token: string | null;
      may_mail: MayMail;
    },
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
    input: { email: string; attempt_token: string | null; may_mail: MayMail },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /**
   * `holds` is asked in the statement that makes the session: true if the password opens the account still, which then
   * stays so until that statement is committed. An identity of its own cannot tell. `forgiving` is under way still; the
   * caller waits for it, at best while the session is made.
   */
  signIn(
    db: Db,
    input: { email: string; password: string; source: SignInSource },
    now: Date,
  ): Promise<
    { ok: true; account: Account; holds?: RawBuilder<boolean>; forgiving?: Promise<void> } | IdentityRefusal
  >;
  /**
   * Silent about whether there was anything to send. `reset_id` binds the code to this request, so that nobody else
   * uses its tries up; null where the identity does not.
   */
  forgotPassword(
    db: Db,
    input: { email: string },
    now: Date,
  ): Promise<{ ok: true; reset_id: string | null } | IdentityRefusal>;
  /** Ends all sessions, other codes and links of the account and mails a notice. Without `reset_id`: the newest code. */
  confirmNewPassword(
    db: Db,
    input: { email: string; code: string; password: string; reset_id: string | null },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /** The same with the key of a mailed link; makes the account if its sign-up was still to be confirmed. */
  setPasswordByLink(
    db: Db,
    input: { key: string; password: string },
    now: Date,
  ): Promise<{ ok: true; email: string } | IdentityRefusal>;
  /** A key that opens the password step in any browser for a day, to be mailed; null where there are no links. */
  makeLink(db: Db, email: string, now: Date): Promise<string | null>;
  /** Forgets the account; fine if it is gone already. @throws if the identity cannot be reached */
  removeAccount(db: Db, account: Account): Promise<void>;
};
