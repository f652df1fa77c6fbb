import { practice } from '#content/public/practice.ts';
import type { ClientList, staffClients } from '#contract/clients.schemas.ts';
import { notSeenSince, searchedWords } from '#domain/people/client-list.ts';
import { phoneDigits } from '#domain/people/phone.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { z } from 'zod';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectClientPage } from './list-store.ts';
import { presentClient } from './present-client.ts';

const PAGE = 50;

/**
 * Lists clients by name, any part of a phone number, or e-mail, narrowed by a filter. Without an order, those whose name
 * begins with the text come first, and without a text those who came or were added last.
 */
export async function listClients(
  db: Db,
  { q: text = '', filter, sort, after }: z.output<typeof staffClients.query>,
  now: Date,
): Promise<ClientList | Refusal> {
  if (after !== undefined && !isUuid(after)) return refuse('INVALID_INPUT');
  const words = searchedWords(text);
  const { zone } = practice;
  const { rows, total } = await selectClientPage(
    db,
    {
      words,
      digits: phoneDigits(text),
      filter: filter ?? null,
      sort: sort ?? (words.length > 0 ? 'MATCH' : 'LAST_VISIT'),
      after: after ?? null,
      not_seen_since: startOfDay(notSeenSince(localDateOf(now, zone)), zone),
    },
    PAGE + 1,
    now,
  );
  const shown = rows.slice(0, PAGE);
  return {
    clients: shown.map(presentClient),
    next: rows.length > PAGE ? shown.at(-1)!.id : null,
    total,
  };
}
