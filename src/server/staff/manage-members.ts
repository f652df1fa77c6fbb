import { deleteSignInFailures } from '../auth/sign-in-failures-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import {
  clearFactors,
  deleteUnusedInvites,
  insertOwner,
  lockMemberByEmail,
  setSuspended,
} from './member-store.ts';
import { memberAction, recordStaffAction } from '../runtime/staff-actions.ts';
import { makeSetUpLink } from './set-up.ts';
import { countedAs } from './sign-in.ts';
import { endAllSessions } from './session-store.ts';

// What only someone at the server's terminal may do about staff.

type Member = NonNullable<Awaited<ReturnType<typeof lockMemberByEmail>>>;
type Problem = 'UNKNOWN' | 'EXISTS' | 'SET_UP' | 'SUSPENDED' | 'NOT_SUSPENDED';
type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

const no = (problem: Problem) => ({ ok: false, problem }) as const;

async function change<T>(
  db: Db,
  action: string,
  work: (trx: Trx) => Promise<Result<T> & { id?: string }>,
  now: Date,
): Promise<Result<T>> {
  return await decidedTransaction<Result<T>>(db, async (trx) => {
    const { id, ...result } = await work(trx);
    if (result.ok && id)
      await recordStaffAction(
        trx,
        memberAction({ staff_id: null, via: 'COMMAND', action, object_id: id }),
        now,
      );
    return { answer: result, isKept: result.ok };
  });
}

const changeMember = <T>(
  db: Db,
  { email, action }: { email: string; action: string },
  work: (trx: Trx, member: Member) => Promise<Result<T>>,
  now: Date,
): Promise<Result<T>> =>
  change(
    db,
    action,
    async (trx) => {
      const member = await lockMemberByEmail(trx, email);
      return member ? { ...(await work(trx, member)), id: member.id } : no('UNKNOWN');
    },
    now,
  );

/** Adds an owner and returns the token of the set-up link. */
export const addOwner = (
  db: Db,
  owner: { email: string; name: string },
  now: Date,
): Promise<Result<string>> =>
  change(
    db,
    'staff.add',
    async (trx) => {
      const id = await insertOwner(trx, owner, now);
      return id === null ? no('EXISTS') : { ok: true, value: await makeSetUpLink(trx, id, now), id };
    },
    now,
  );

/** A new set-up link for a member who is not set up; earlier ones end. */
export const inviteMember = (db: Db, email: string, now: Date): Promise<Result<string>> =>
  changeMember(
    db,
    { email, action: 'staff.invite' },
    async (trx, { id, is_set_up, suspended_at }) => {
      if (suspended_at) return no('SUSPENDED');
      return is_set_up ? no('SET_UP') : { ok: true, value: await makeSetUpLink(trx, id, now) };
    },
    now,
  );

/** Ends all sessions and the calendar link, forgets every factor and makes a new set-up link. */
export const resetFactors = (db: Db, email: string, now: Date): Promise<Result<string>> =>
  changeMember(
    db,
    { email, action: 'staff.reset-factors' },
    async (trx, { id, suspended_at }) => {
      if (suspended_at) return no('SUSPENDED');
      await clearFactors(trx, id, now);
      await endAllSessions(trx, id);
      await deleteSignInFailures(trx, countedAs(email));
      return { ok: true, value: await makeSetUpLink(trx, id, now) };
    },
    now,
  );

/** Ends all sessions and links, and lets the member sign in no more. */
export const suspendMember = (db: Db, email: string, now: Date): Promise<Result<null>> =>
  changeMember(
    db,
    { email, action: 'staff.suspend' },
    async (trx, { id, suspended_at }) => {
      if (suspended_at) return no('SUSPENDED');
      await setSuspended(trx, id, now, now);
      await endAllSessions(trx, id);
      await deleteUnusedInvites(trx, id);
      return { ok: true, value: null };
    },
    now,
  );

/** Lets a suspended member sign in again, and forgets failed sign-ins. */
export const restoreMember = (db: Db, email: string, now: Date): Promise<Result<null>> =>
  changeMember(
    db,
    { email, action: 'staff.restore' },
    async (trx, { id, suspended_at }) => {
      if (!suspended_at) return no('NOT_SUSPENDED');
      await setSuspended(trx, id, null, now);
      await deleteSignInFailures(trx, countedAs(email));
      return { ok: true, value: null };
    },
    now,
  );
