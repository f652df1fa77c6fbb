import type { Rule } from '#domain/availability.ts';
import { localDateOf } from '#domain/zone.ts';
import { lockTime } from '../../seats/lock-time.ts';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/transactions.ts';
import { type Outcome, type AdminDeps, usageError } from '../command.ts';
import { daysOf } from '../../hours/rule-days.ts';
import { lockWeek, readWeek, type Week } from '../../hours/week-store.ts';

/** The rules about to be changed, or an error message. */
type Known = { ok: true; rules: readonly Rule[] } | { ok: false; message: string };

/**
 * Changes rules of the week. It waits for holds in progress on these rules, as `close` does; later holds see the
 * changed rules. `find` runs twice: before locking, and again under the lock to detect a concurrent change.
 */
export async function changeWeek(
  { db, now, zone }: Pick<AdminDeps, 'db' | 'now' | 'zone'>,
  find: (week: Week) => Known,
  act: (trx: Db, week: Week, rules: readonly Rule[]) => Promise<Outcome>,
): Promise<Outcome> {
  const today = localDateOf(now, zone);
  const known = find(await readWeek(db, today));
  if (!known.ok) return usageError(known.message);
  return await inTransaction(db, async (trx) => {
    await lockTime(trx, daysOf(known.rules, today, zone));
    await lockWeek(trx);
    const week = await readWeek(trx, today);
    const there = find(week);
    if (!there.ok || JSON.stringify(there.rules) !== JSON.stringify(known.rules))
      return usageError('Someone else has just changed those hours. Check them and try again.');
    return await act(trx, week, there.rules);
  });
}

/** Adds to the week. Such commands run one after the other, so what `act` reads stays valid until it commits. */
export async function addToWeek(
  deps: Pick<AdminDeps, 'db' | 'now' | 'zone'>,
  act: (trx: Db, week: Week) => Promise<Outcome>,
): Promise<Outcome> {
  return await changeWeek(deps, () => ({ ok: true, rules: [] }), act);
}
