import { randomUUID } from 'node:crypto';
import { endPaymentLinks } from '../bookings/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { queueMail } from '../mail/outbox.ts';
import { emailChangeCodeMail, emailChangedMail, passwordChangedMail } from '../mail/templates/account.ts';
import type { Identity, IdentityRefusal } from '../ports/identity.ts';
import { audit } from '../runtime/audit.ts';
import {
  deleteOtherSessions,
  deleteSessionsOfAccount,
  lockSession,
  type Session,
  updateSessionEmail,
} from '../sessions/session-store.ts';
import { hashToken, isToken, newToken } from '../sessions/tokens.ts';
import { deleteUndos, insertUndo, isReserved, selectUndo, updateRecordEmail } from './email-change-store.ts';
import { linkIsOver, no } from './identity-refusals.ts';
import {
  type CodeSubject,
  deleteAttemptsOf,
  deleteCode,
  deleteCodesOf,
  deleteLinksOf,
} from './identity-store.ts';
import { createMailboxCodes, withTry } from './mailbox-codes.ts';
import { deleteSignInFailures } from './sign-in-failures-store.ts';

/** Milliseconds. How long the notice to the old address can take the change back (docs/decisions/0059). */
const UNDO_MS = 7 * 24 * 60 * 60 * 1000;

type ChangeDeps = { db: Db; identity: Identity; config: { app_secret: string; site_url: string } };

/** Mails a code to the new address; the caller has checked the password and counted the mail. */
export async function sendEmailChangeCode(
  { db, config: { app_secret, site_url } }: ChangeDeps,
  { session, email }: { session: Session; email: string },
  now: Date,
): Promise<void> {
  const { newCode } = createMailboxCodes(app_secret);
  await inTransaction(db, async (trx) => {
    const code = await newCode(trx, subjectOf(session.account_id, email), email, now);
    const mail = emailChangeCodeMail({ code, site_url });
    const dedupe_key = `code:${randomUUID()}`;
    await queueMail(trx, { ...mail, dedupe_key, kind: 'email-change-code', user_id: null, to: email }, now);
  });
}

/** Whether the address belongs to another account, or may go back to one. */
export async function isEmailTaken(
  { db, identity }: ChangeDeps,
  { account_id, email }: { account_id: string | null; email: string },
  now: Date,
): Promise<boolean> {
  return (await isReserved(db, { email, account_id }, now)) || (await identity.hasAccount(db, email));
}

/**
 * Moves the login, its record and this session to the address that the code proves. All other sessions end, and the old
 * address gets a notice that can take the change back.
 */
export async function confirmEmailChange(
  deps: ChangeDeps,
  { session, email, code }: { session: Session; email: string; code: string },
  now: Date,
): Promise<{ ok: true } | IdentityRefusal> {
  const { db, config } = deps;
  const about = subjectOf(session.account_id, email);
  const checked = await createMailboxCodes(config.app_secret).checkCode(db, about, { code }, now);
  if (!checked.ok) return checked;
  return await withTry(db, about, () => moveLogin(deps, { session, email, about, ...checked }, now));
}

async function moveLogin(
  deps: ChangeDeps,
  {
    session,
    email,
    about,
    code_hash,
  }: { session: Session; email: string; about: CodeSubject; code_hash: Buffer },
  now: Date,
): Promise<{ ok: true } | IdentityRefusal> {
  const { db, identity, config } = deps;
  if (await isEmailTaken(deps, { account_id: session.account_id, email }, now))
    return no('UsernameExistsException');
  const key = newToken();
  return await identity.changeAccount(db, { account_id: session.account_id, email }, now, async (trx) => {
    if (!(await deleteCode(trx, { ...about, code_hash }))) return no('CodeMismatchException');
    if (!(await lockSession(trx, session))) return no('NotAuthorizedException');
    await deleteOtherSessions(trx, session);
    await updateSessionEmail(trx, session.id, email);
    await forgetAddress(trx, session.email);
    await forgetAddress(trx, email);
    const undo = { token_hash: hashToken(key), account_id: session.account_id, email: session.email };
    await insertUndo(trx, { ...undo, created_at: now, expires_at: new Date(now.getTime() + UNDO_MS) });
    const user_id = await updateRecordEmail(trx, { account_id: session.account_id, email }, now);
    if (user_id) {
      await endPaymentLinks(trx, user_id);
      await audit(trx, { actor: 'client', user_id, action: 'email.change' }, now);
    }
    const mail = emailChangedMail({ at: now, key, site_url: config.site_url });
    const dedupe_key = `email-changed:${randomUUID()}`;
    await queueMail(
      trx,
      { ...mail, dedupe_key, kind: 'email-changed', user_id: null, to: session.email },
      now,
    );
    return { ok: true };
  });
}

/** Whether this is the key of a link that takes a change back, and works. */
export const hasUndo = async (db: Db, key: string, now: Date): Promise<boolean> =>
  (await findUndo(db, key, now)) !== null;

const findUndo = async (db: Db, key: string, now: Date) =>
  isToken(key) ? await selectUndo(db, hashToken(key), now) : null;

/**
 * Gives the login its earlier address back, with a new password, because someone else may know the present one. Null if
 * the key is none of such a link.
 */
export async function undoEmailChange(
  { db, identity, config: { site_url } }: ChangeDeps,
  { key, password }: { key: string; password: string },
  now: Date,
): Promise<{ ok: true; email: string } | IdentityRefusal | null> {
  const undo = await findUndo(db, key, now);
  if (!undo) return null;
  const { account_id, email } = undo;
  const changed = await identity.changeAccount(
    db,
    { account_id, email, password },
    now,
    async (trx, left) => {
      if (!(await deleteUndos(trx, undo))) return linkIsOver();
      await deleteSessionsOfAccount(trx, account_id);
      await forgetAddress(trx, email);
      if (left) await forgetAddress(trx, left);
      const user_id = await updateRecordEmail(trx, { account_id, email }, now);
      if (user_id) {
        await endPaymentLinks(trx, user_id);
        await audit(trx, { actor: 'client', user_id, action: 'email.change' }, now);
      }
      const mail = passwordChangedMail({ at: now, site_url });
      const dedupe_key = `password-changed:${randomUUID()}`;
      await queueMail(trx, { ...mail, dedupe_key, kind: 'password-changed', user_id: null, to: email }, now);
      return { ok: true };
    },
  );
  return changed.ok ? { ok: true, email } : changed;
}

/** The account and the address together: a code proves one address, for one account. */
const subjectOf = (account_id: string, email: string): CodeSubject => ({
  purpose: 'CHANGE',
  subject: `${account_id} ${email}`,
});

/** Ends what was mailed to an address, and what was counted against it. */
async function forgetAddress(trx: Trx, email: string): Promise<void> {
  await deleteAttemptsOf(trx, email);
  await deleteCodesOf(trx, { purpose: 'RESET', email });
  await deleteLinksOf(trx, email);
  await deleteSignInFailures(trx, email);
}
