import type { ClientList } from '#contract/clients.schemas.ts';
import type { Db } from '../db/pool.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentClient } from './present-client.ts';
import { searchClients, selectClient, selectRecentClients } from './store.ts';

const LISTED = 20;
/** More words do not narrow the list. */
const MOST_WORDS = 6;

/** Finds clients by name, any part of a phone number, or e-mail; without a text those who were here last. */
export async function findClients(db: Db, text: string, now: Date): Promise<ClientList> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const found =
    words.length === 0
      ? await selectRecentClients(db, LISTED + 1, now)
      : await searchClients(db, { words, digits: digitsOf(text) }, LISTED + 1, now);
  return { clients: found.slice(0, LISTED).map(presentClient), has_more: found.length > LISTED };
}

/** The client of an id, as a list of one or none. */
export async function findClient(db: Db, id: string, now: Date): Promise<ClientList> {
  const found = isUuid(id) ? await selectClient(db, id, now) : undefined;
  return { clients: found ? [presentClient(found)] : [], has_more: false };
}

/** The digits of what looks like part of a phone number, however it is written; else null. */
function digitsOf(text: string): string | null {
  if (!/^[\d\s().+/-]+$/.test(text)) return null;
  return text.replace(/\D/g, '') || null;
}
