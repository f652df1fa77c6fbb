import type { Merge, staffMergeClient } from '#contract/clients.schemas.ts';
import { MAX_NOTES_BYTES } from '#domain/text/notes.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import { openDocument, sealDocument } from '../bookings/sealed-documents.ts';
import { pinnedField } from '../bookings/sealed-fields.ts';
import { lockClientsOf } from '../checkout/close-account.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectClient } from './list-store.ts';
import {
  lockBookingsOf,
  movePinned,
  moveRecord,
  type Pair,
  reseal,
  selectMerge,
  selectPinned,
} from './merge-store.ts';
import { presentClient } from './present-client.ts';
import { lockRecords } from './store.ts';

/** Previews what merging a record without a login into another one moves, and what speaks against it (rules.md §9). */
export async function readMerge(db: Db, pair: Pair, now: Date): Promise<Merge | Refusal> {
  const { from, into } = pair;
  if (!isUuid(from) || !isUuid(into)) return refuse('CLIENT_NOT_FOUND');
  const client = await selectClient(db, into, now);
  const found = await selectMerge(db, pair);
  if (!client || !found) return refuse('CLIENT_NOT_FOUND');
  const { has_login, is_paying, same_class, same_form, ...moved } = found;
  const refused =
    from === into
      ? 'This is the same record.'
      : has_login
        ? 'This client has a login. Only a record without a login can be merged into another one.'
        : is_paying
          ? 'A payment page of one of them is open. Please wait until it has ended.'
          : same_class !== null
            ? `Both have a seat in the same class: ${same_class}. They are two people, or one seat is to be cancelled first.`
            : same_form !== null
              ? `Both have filled in the same form: ${same_form}.`
              : null;
  return { into: presentClient(client), ...moved, refused };
}

/** Merges a record without a login into another one of the same person: all of it, or nothing. */
export const mergeRecord = ({
  db,
  keyring,
}: Pick<Deps, 'db' | 'keyring'>): Action<typeof staffMergeClient> => ({
  action: 'client.merge',
  object: CLIENT,
  work: async (trx, { params: { id: from }, body: { into }, now }) => {
    if (!isUuid(into)) return refuse('CLIENT_NOT_FOUND');
    const pair = { from, into };
    await lockClientsOf(trx, [from, into], now);
    await lockBookingsOf(trx, pair);
    await lockRecords(trx, [from, into]);
    const merge = await readMerge(trx, pair, now);
    if (merge instanceof Refusal) return merge;
    if (merge.refused !== null) return refuse('MERGE_REFUSED', { message: merge.refused });
    const keys = { old: await keyring.keyOf(trx, from, now), key: await keyring.keyOf(trx, into, now) };
    await reseal(trx, from, keys);
    const tooLong = await joinPinned(trx, pair, keys, now);
    if (tooLong) return tooLong;
    await moveRecord(trx, pair, now);
    return {
      object_kind: 'CLIENT',
      object_id: into,
      user_id: into,
      details: { visits: String(merge.visits) },
    };
  },
  answer: async ({ body: { into }, now }) => {
    const client = isUuid(into) ? await selectClient(db, into, now) : undefined;
    return client ? presentClient(client) : refuse('CLIENT_NOT_FOUND');
  },
});

/** Writes what is important about the first record below that of the other. */
async function joinPinned(
  trx: Trx,
  pair: Pair,
  { old, key }: { old: ClientKey; key: ClientKey },
  now: Date,
): Promise<Refusal | null> {
  const pinned = await selectPinned(trx, pair);
  const opsOf = (user_id: string, by: ClientKey) => {
    const note = pinned.find((each) => each.user_id === user_id);
    return note ? openDocument(by, pinnedField(user_id), note.body).ops : [];
  };
  const added = opsOf(pair.from, old);
  if (added.length === 0) return null;
  const document = { ops: [...opsOf(pair.into, key), ...added] };
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_NOTES_BYTES)
    return refuse('MERGE_REFUSED', { message: 'What is important about both is too long for one note.' });
  await movePinned(trx, pair, sealDocument(key, pinnedField(pair.into), document), now);
  return null;
}
