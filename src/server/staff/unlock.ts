import type { Db } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { rotatedAfter, type StaffSession, UNLOCK_IDLE_MS } from '../sessions/staff-session.ts';
import { hashToken } from '../sessions/tokens.ts';
import { type ChangeProof, recordChange, type SecurityDeps, type Signed, withProof } from './security.ts';
import { lockSession, unlockSession } from './session-store.ts';

type Unlocked = { token: string; unlocked_until: Date };
type Unlocking = { signed: Signed & { session: StaffSession }; token: string; proof: ChangeProof };

/**
 * Opens health data to a session after a second factor, and returns its next token. The successor of a token is always the
 * same, so that two tabs that unlock at once are left with one cookie.
 */
export async function unlockHealthData(
  deps: SecurityDeps,
  { signed, token, proof }: Unlocking,
  now: Date,
): Promise<Unlocked | Refusal> {
  const { session, staff } = signed;
  const successor = keyedHash(deps.config.app_secret, 'staff-token', token).toString('base64url');
  const unlocked_until = new Date(Math.min(now.getTime() + UNLOCK_IDLE_MS, session.expires_at.getTime()));
  return await withProof<Unlocked>(
    deps,
    signed,
    proof,
    async (trx) => {
      const tokens = { presented: hashToken(token), successor: hashToken(successor) };
      const times = { now, rotated_after: rotatedAfter(now) };
      if (!(await unlockSession(trx, session.id, { ...tokens, unlocked_until }, times)))
        return refuse('NOT_SIGNED_IN');
      await recordChange(trx, staff.id, 'staff.unlock', now, { by: kindOf(proof) });
      return { token: successor, unlocked_until };
    },
    now,
  );
}

function kindOf({ code, passkey }: ChangeProof): 'PASSKEY' | 'CODE' | 'RECOVERY_CODE' {
  if (passkey) return 'PASSKEY';
  return /^[\d\s]*$/.test(code ?? '') ? 'CODE' : 'RECOVERY_CODE';
}

/** Closes health data to a session. */
export async function lockHealthData(db: Db, { session, staff }: Signed, now: Date): Promise<void> {
  await decidedTransaction(db, async (trx) => {
    const isKept = await lockSession(trx, session.id, now);
    if (isKept) await recordChange(trx, staff.id, 'staff.lock', now);
    return { answer: undefined, isKept };
  });
}

/** Seals what a member types on the device. It comes with an unlock alone, so a locked browser cannot open it. */
export const draftKeyOf = (app_secret: string, session_id: string): string =>
  keyedHash(app_secret, 'draft-key', session_id).toString('base64url');
