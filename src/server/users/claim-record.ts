import { brokenConstraint } from '../db/constraints.ts';
import type { Db } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { audit } from '../runtime/audit.ts';
import { lockSession, type Session, type UserRow } from '../sessions/session-store.ts';
import { hashToken, isToken } from '../sessions/tokens.ts';
import {
  countTry,
  giveRecordTo,
  lockInvitedRecord,
  selectUsableInvite,
  spendClientInvite,
} from './claim-store.ts';

/**
 * Gives a record that the practice keeps to a login, whose session proves its e-mail (docs/decisions/0047). The link, the
 * address, and the end of the phone number in the record must fit, and the login must have no record. Every refusal but
 * that of the number is the same one.
 */
export async function claimRecord(
  db: Db,
  { session, token, phone_ending }: { session: Session; token: string; phone_ending: string | undefined },
  now: Date,
): Promise<UserRow | Refusal> {
  if (!isToken(token)) return refuse('SET_UP_LINK_EXPIRED');
  const token_hash = hashToken(token);
  const no = { answer: refuse('SET_UP_LINK_EXPIRED'), isKept: false };
  return await decidedTransaction<UserRow | Refusal>(db, async (trx) => {
    // The account may be deleted in another tab at this moment.
    if (!(await lockSession(trx, session))) return { answer: refuse('NOT_SIGNED_IN'), isKept: false };
    const record = await lockInvitedRecord(trx, token_hash);
    if (!record || record.cognito_sub !== null) return no;
    const invite = await selectUsableInvite(trx, token_hash, now);
    if (!invite || invite.email !== session.email || record.email !== session.email) return no;
    if (record.phone !== null) {
      if (phone_ending === undefined) return { answer: askForPhone(), isKept: false };
      if (!record.phone.endsWith(phone_ending)) {
        await countTry(trx, token_hash);
        return { answer: wrongPhone(), isKept: true };
      }
    }
    if (!(await spendClientInvite(trx, token_hash, now))) return no;
    const user = await giveRecordTo(trx, record.id, session.account_id, now);
    if (!user) return no;
    await audit(trx, { actor: 'client', user_id: user.id, action: 'record.claim' }, now);
    return { answer: user, isKept: true };
  }).catch((error: unknown) => {
    // The login has got a record: by another invitation, or in another tab.
    if (brokenConstraint(error) === 'one_record_per_identity') return refuse('SET_UP_LINK_EXPIRED');
    throw error;
  });
}

const askForPhone = () =>
  refuse('CODE_REQUIRED', {
    message: 'To be sure it’s you: please enter the last four digits of the phone number that you gave us.',
  });
const wrongPhone = () =>
  refuse('CodeMismatchException', {
    message:
      'These aren’t the last four digits of the phone number that you gave us. Please try again, or call us.',
  });
