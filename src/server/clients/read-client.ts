import { practice } from '#content/public/practice.ts';
import type { ClientPage } from '#contract/clients.schemas.ts';
import { ageOn } from '#domain/people/birthdate.ts';
import { visitRhythm } from '#domain/time/rhythm.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { selectVisitsOf } from '../staff-bookings/money-store.ts';
import { presentMoney } from '../staff-bookings/present-money.ts';
import { namesOf, presentSession } from '../agenda/present-session.ts';
import { selectSuggestedTo } from '../bookings/suggestions-store.ts';
import type { Db } from '../db/pool.ts';
import { presentHandedIn } from '../forms/read-submission.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectClient } from './list-store.ts';
import { type ClientFacts, selectClientFacts, selectLoginOf } from './store.ts';
import { presentClient } from './present-client.ts';

const MOST_VISITS = 60;
const { zone } = practice;
const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** Reads the page of a client: contact, visits with their money, what is suggested next, state of forms, balance and rhythm (rules.md §9). */
export async function readClient(db: Db, id: string, now: Date): Promise<ClientPage | Refusal> {
  if (!isUuid(id)) return refuse('CLIENT_NOT_FOUND');
  const [client, facts, visits, suggested] = await Promise.all([
    selectClient(db, id, now),
    selectClientFacts(db, id, now),
    selectVisitsOf(db, id, MOST_VISITS + 1, now),
    selectSuggestedTo(db, id),
  ]);
  if (!client || !facts) return refuse('CLIENT_NOT_FOUND');
  const login = client.has_login ? undefined : await selectLoginOf(db, client.email);
  return {
    client: presentClient(client),
    login_of: login ? { id: login.id, short_name: namesOf(login).short_name } : null,
    age: facts.birthdate === null ? null : ageOn(facts.birthdate, localDateOf(now, zone)),
    member_since: iso(facts.created_at),
    photo: facts.photo,
    visits: visits.slice(0, MOST_VISITS).map(({ paid_at, ...data }) => ({
      booking: presentSession(data.session),
      money: presentMoney(data, paid_at),
    })),
    has_more: visits.length > MOST_VISITS,
    forms: facts.forms.map(({ start_time, submission, ...form }) => ({
      ...form,
      start_time: isoOrNull(start_time),
      submission: submission && presentHandedIn(submission),
    })),
    submissions: facts.submissions.map((submission) => ({ ...submission, ...presentHandedIn(submission) })),
    suggested,
    balance: { cents: client.balance_cents, has_open_price: client.has_open_price },
    rhythm: rhythmOf(facts),
  };
}

const rhythmOf = ({ last_starts, past_visits, first_start, missed }: ClientFacts) =>
  visitRhythm({
    last_dates: last_starts.map((start) => localDateOf(start, zone)),
    visits: past_visits,
    missed,
    first_date: first_start === null ? null : localDateOf(first_start, zone),
  });
