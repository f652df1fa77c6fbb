import type { Db } from '../db/pool.ts';
import { type Keyring, totpField } from '../runtime/keyring.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { type Member, type SecondFactor, spendRecoveryCode, spendStep } from './store.ts';
import { stepOfCode } from './totp.ts';

/** What proves the second factor: a code of the authenticator app, or one of the recovery codes. */
export type Proof = { code: string } | { recovery_code: string };

/** Uses the code, which counts once. Null if it is wrong or was used before. */
export async function proveFactor(
  db: Db,
  keyring: Keyring,
  member: Member,
  proof: Proof,
  now: Date,
): Promise<SecondFactor | null> {
  if ('recovery_code' in proof) {
    const code_hash = hashRecoveryCode(proof.recovery_code);
    const isUsed = code_hash !== null && (await spendRecoveryCode(db, member.id, code_hash, now));
    return isUsed ? 'RECOVERY_CODE' : null;
  }
  if (!member.totp_secret) return null;
  const step = stepOfCode(keyring.openOwn(totpField(member.id), member.totp_secret), proof.code, now);
  return step !== null && (await spendStep(db, member.id, step)) ? 'CODE' : null;
}
