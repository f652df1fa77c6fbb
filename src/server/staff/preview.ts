import { createHash } from 'node:crypto';
import type { Preview } from '#contract/preview.schemas.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction, limitLockWaits } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';

/**
 * What a change does. `bookings` has whom it reaches, so that every change says it; other parts of the preview that are left
 * out are empty.
 */
export type Effects = {
  preview: Pick<Preview, 'summary' | 'bookings'> &
    Partial<Omit<Preview, 'preview_hash' | 'summary' | 'bookings'>>;
  /** The id and the version of everything that the change touches, in any order. */
  versions: readonly string[];
};

/**
 * Makes a change, reads its effects and rolls it back (rules.md §9). `input` is the change as it was asked for. `work`
 * takes its locks itself, time before everything else; it waits two seconds for them at most.
 */
export async function previewChange(
  db: Db,
  input: unknown,
  work: (trx: Trx) => Promise<Effects | Refusal>,
): Promise<Preview | Refusal> {
  return await decidedTransaction(db, async (trx) => {
    await limitLockWaits(trx);
    const effects = await work(trx);
    return { answer: effects instanceof Refusal ? effects : previewOf(input, effects), isKept: false };
  });
}

/**
 * Makes a change that was previewed, in the caller's transaction. If its effects are no longer those of the preview, it
 * refuses with the new one, and the caller rolls back.
 */
export async function applyChange<E extends Effects>(
  trx: Trx,
  { input, preview_hash }: { input: unknown; preview_hash: string },
  work: (trx: Trx) => Promise<E | Refusal>,
): Promise<E | Refusal> {
  await limitLockWaits(trx);
  const effects = await work(trx);
  if (effects instanceof Refusal) return effects;
  const preview = previewOf(input, effects);
  return preview.preview_hash === preview_hash ? effects : refuse('PREVIEW_CHANGED', { details: preview });
}

function previewOf(input: unknown, { preview, versions }: Effects): Preview {
  const hash = createHash('sha256').update(JSON.stringify([input, [...versions].sort()]));
  return {
    preview_hash: hash.digest('base64url'),
    holds: [],
    classes: [],
    events: [],
    waitlist: [],
    next_dates: [],
    ...preview,
  };
}
