import type { RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { SecurityEvent } from '../runtime/security-events.ts';

/** Error codes of an identity provider; the names follow hosted identity pools (rules.md §2). */
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
 * `message` replaces the message of contract/errors.ts. `attempt_token` names this browser's sign-up attempt. `event`
 * is recorded in the security log.
 */
export type IdentityRefusal = {
  ok: false;
  code: IdentityError;
  message?: string;
  attempt_token?: string;
  event?: SecurityEvent;
};
type Account = { account_id: string; email: string };
/** A browser that has signed in to this address before, or an unknown one of a network (network.ts). */
export type SignInSource = { known: true; id: string } | { known: false; network: string };
/** TOO_SOON: wait. USED_UP: the mailbox has received its mails, and the newest one has a valid link. */
export type CodeMailResult = 'OK' | 'TOO_SOON' | 'USED_UP';
/** Called just before a code mail would be queued. */
type MayMail = () => Promise<CodeMailResult>;

/**
 * Proves that a client owns an email address. Emails arrive trimmed and lower-cased; passwords have passed the policy
 * of the domain. Only signUp reveals whether an address is known.
 */
export type Identity = {
  /** Whether its code mails contain a link that works for a day. */
  readonly mails_links: boolean;
  /**
   * Mails a code. The returned token is null if the provider binds attempts in another way. `attempt_token` is the
   * browser's previous attempt, which this one replaces.
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
  /** The id of the sign-up that this browser began and that waits for its code; null without one. */
  findAttempt(db: Db, input: { email: string; attempt_token: string }, now: Date): Promise<string | null>;
  confirmSignUp(
    db: Db,
    input: { email: string; code: string; attempt_token: string | null },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /** Does not reveal whether a mail was sent. */
  resendCode(
    db: Db,
    input: { email: string; attempt_token: string | null; may_mail: MayMail },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /**
   * `holds` is a condition for the statement that inserts the session: it is true, and stays true until that statement
   * commits, if the password is still valid. Hosted providers do not support it. `forgiving` is still in progress;
   * await it, preferably while the session is inserted.
   */
  signIn(
    db: Db,
    input: { email: string; password: string; source: SignInSource },
    now: Date,
  ): Promise<
    { ok: true; account: Account; holds?: RawBuilder<boolean>; forgiving?: Promise<void> } | IdentityRefusal
  >;
  /**
   * Does not reveal whether a mail was sent. `reset_id` binds the code to this request, so that other requests cannot
   * use up its tries; null if the provider does not support it.
   */
  forgotPassword(
    db: Db,
    input: { email: string },
    now: Date,
  ): Promise<{ ok: true; reset_id: string | null } | IdentityRefusal>;
  /** Whether this reset was asked for and waits for its code, for a known address or not. */
  hasReset(db: Db, input: { email: string; reset_id: string }, now: Date): Promise<boolean>;
  /**
   * Ends all sessions, other codes and links of the account and notifies the client by mail. Without `reset_id` the
   * newest code counts.
   */
  confirmNewPassword(
    db: Db,
    input: { email: string; code: string; password: string; reset_id: string | null },
    now: Date,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /** Null while the key of a mailed link works. */
  refuseLink(db: Db, key: string, now: Date): Promise<IdentityRefusal | null>;
  /** Like confirmNewPassword, with the key of a mailed link. Creates the account if its sign-up was unconfirmed. */
  setPasswordByLink(
    db: Db,
    input: { key: string; password: string },
    now: Date,
  ): Promise<{ ok: true; email: string } | IdentityRefusal>;
  /** A key for a mail that opens the password step in any browser for a day; null if there are no links. */
  makeLink(db: Db, email: string, now: Date): Promise<string | null>;
  /** Whether the address has a confirmed account. @throws if the provider cannot be reached */
  hasAccount(db: Db, email: string): Promise<boolean>;
  /**
   * Gives an account another address, and another password if there is one. `alongside` writes what belongs to it in our
   * database, and can refuse it; it gets the address that the account leaves, where the provider says so.
   */
  changeAccount(
    db: Db,
    account: Account & { password?: string },
    now: Date,
    alongside: (trx: Trx, left: string | null) => Promise<{ ok: true } | IdentityRefusal>,
  ): Promise<{ ok: true } | IdentityRefusal>;
  /** Deletes the account, if it exists. @throws if the provider cannot be reached */
  removeAccount(db: Db, account: Account): Promise<void>;
};
