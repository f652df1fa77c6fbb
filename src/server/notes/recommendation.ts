import { practice } from '#content/public/practice.ts';
import type {
  RecommendationFacts,
  staffPublishRecommendation,
  staffWithdrawRecommendation,
  SuggestedSession,
} from '#contract/notes.schemas.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { isSameSuggestion } from '#domain/visits/suggestions.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type Acting, type Action, type ActionOf, BOOKING } from '../actions/staff-action.ts';
import { documentOf, openDocument, sealDocument } from '../bookings/sealed-documents.ts';
import { draftField, publishedField, suggestionField } from '../bookings/sealed-fields.ts';
import {
  lockSuggestionOf,
  selectLatestSuggestions,
  withdrawSuggestion,
} from '../bookings/suggestions-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { noteWaitingMail } from '../mail/templates/client-messages.ts';
import { audit, type AuditAction } from '../runtime/audit.ts';
import type { ClientKey, Keyring } from '../runtime/keyring.ts';
import { type Actor, actorName } from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';
import { latestText, nextStep, planOf, presentChanged, presentFacts } from './present-recommendation.ts';
import {
  lockRecommendation,
  type RecommendationRow,
  selectRecommendation,
  writeRecommendation,
} from './store.ts';
import { suggest } from './suggest-session.ts';

type Deps = { db: Db; keyring: Keyring; site_url: string };
type Writer = Actor & { staff_id: string };

/**
 * Saves the draft of a recommendation, and what it suggests, over the version that the writer saw. Another version is
 * refused and comes with the refusal (rules.md §9). What the client reads stays as it is.
 */
export async function saveRecommendation(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  request: {
    booking_id: string;
    draft: string | { ops: unknown[] };
    /** The version that the writer saw; 0: there was none. */
    version: number;
    /** Undefined: what is suggested stays as it is. */
    next_step?: SuggestedSession | null | undefined;
    actor: Writer;
  },
  now: Date,
): Promise<{ version: number; updated_at: string } | Refusal> {
  const { booking_id, version, next_step, actor } = request;
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  // Whether it can be booked is checked when it is published: what is offered may change until then.
  if (next_step && !isUuid(next_step.service_id)) return refuse('SERVICE_NOT_FOUND');
  if (next_step && !isLocalDate(next_step.around)) return refuse('INVALID_INPUT');
  // Before a large text is read for nothing.
  const seen = await selectRecommendation(db, booking_id);
  if (!seen) return refuse('BOOKING_NOT_FOUND');
  if (seen.version !== version) return await conflict(db, await keyring.keyOf(db, seen.user_id, now), seen);
  const document = documentOf(request.draft);
  if (document instanceof Refusal) return document;
  return await decidedTransaction<{ version: number; updated_at: string } | Refusal>(db, async (trx) => {
    const row = await lockRecommendation(trx, booking_id);
    if (!row) return { answer: refuse('BOOKING_NOT_FOUND'), isKept: false };
    const key = await keyring.keyOf(trx, row.user_id, now);
    if (row.version !== version) return { answer: await conflict(trx, key, row), isKept: false };
    const draft = sealDocument(key, draftField(booking_id), document ?? { ops: [] });
    const suggestion_draft = await sealedSuggestion(trx, key, row, next_step);
    await writeRecommendation(trx, booking_id, { ...row, draft, suggestion_draft });
    await record(trx, row, actor, 'recommendations.write', now);
    return { answer: { version: version + 1, updated_at: now.toISOString() }, isKept: true };
  });
}

/**
 * Shows the draft to the client, or its changes, in one transaction with the suggested session, the mail that something is
 * waiting, and the records of it. Without a draft, only the suggestion changes.
 */
export const publishRecommendation = (deps: Deps): Action<typeof staffPublishRecommendation> =>
  recommendationAction(deps, 'recommendations.publish', async (trx, row, key, { body, now }) => {
    const { version, suggestion = null } = body;
    const refused = refusePublication(row, now);
    if (refused) return refused;
    if (row.version !== version) return await conflict(trx, key, row);
    const document = latestText(key, row);
    if (isEmptyNote(document)) return refuse('NOTE_EMPTY');
    const suggested = await suggest(trx, row, suggestion, now);
    if (suggested instanceof Refusal) return suggested;
    const is_update = row.published !== null;
    await writeRecommendation(trx, row.id, {
      version,
      draft: null,
      suggestion_draft: null,
      published: sealDocument(key, publishedField(row.id), document!),
      published_at: is_update ? row.published_at : now,
      republished_at: is_update ? now : null,
      withdrawn_at: null,
    });
    const notified = await notifyClient(trx, row, deps.site_url, now);
    return { update: is_update, suggested: suggestion !== null, notified };
  });

/** Takes a publication back: text and suggestion are a draft again, below newer changes, and no time can be booked for it. */
export const withdrawRecommendation = (deps: Deps): Action<typeof staffWithdrawRecommendation> =>
  recommendationAction(deps, 'recommendations.withdraw', async (trx, row, key, { now }) => {
    const { id, published, draft: newer } = row;
    if (published === null) return await conflict(trx, key, row);
    const draft = newer && openDocument(key, draftField(id), newer);
    const kept = isEmptyNote(draft) ? openDocument(key, publishedField(id), published) : draft!;
    const open = await lockSuggestionOf(trx, id);
    await writeRecommendation(trx, id, {
      version: row.version,
      draft: sealDocument(key, draftField(id), kept),
      suggestion_draft: row.suggestion_draft ?? (open ? sealSuggestion(key, id, planOf(open)) : null),
      published: null,
      published_at: null,
      republished_at: null,
      withdrawn_at: now,
    });
    await withdrawSuggestion(trx, id, now);
    return {};
  });

/** An action on the recommendation of a visit, answered with what it is then. */
const recommendationAction = <Body>(
  { db, keyring }: Deps,
  action: AuditAction,
  work: (
    trx: Trx,
    row: RecommendationRow,
    key: ClientKey,
    acting: Acting<{ id: string }, Body>,
  ) => Promise<Readonly<Record<string, boolean>> | Refusal>,
): ActionOf<{ id: string }, Body, RecommendationFacts> => ({
  action,
  object: BOOKING,
  work: async (trx, acting) => {
    const { actor, params, now } = acting;
    const row = await lockRecommendation(trx, params.id);
    if (!row) return refuse('BOOKING_NOT_FOUND');
    const details = await work(trx, row, await keyring.keyOf(trx, row.user_id, now), acting);
    if (details instanceof Refusal) return details;
    await record(trx, row, actor, action, now);
    return { user_id: row.user_id, details };
  },
  answer: async ({ params }) => {
    const row = await selectRecommendation(db, params.id);
    return row ? presentFacts(row, await latestSuggestion(db, params.id)) : refuse('BOOKING_NOT_FOUND');
  },
});

const sealSuggestion = (key: ClientKey, booking_id: string, plan: SuggestedSession | null): Buffer =>
  key.seal(suggestionField(booking_id), JSON.stringify(plan));

/** The drafted suggestion as it is kept: nothing while it is the open one. */
async function sealedSuggestion(
  trx: Trx,
  key: ClientKey,
  row: RecommendationRow,
  wanted: SuggestedSession | null | undefined,
): Promise<Buffer | null> {
  if (wanted === undefined) return row.suggestion_draft;
  const open = nextStep(key, { ...row, suggestion_draft: null }, await latestSuggestion(trx, row.id));
  return isSameSuggestion(open, wanted) ? null : sealSuggestion(key, row.id, wanted);
}

/** The client reads it at a visit that has begun and took place (domain/visits/journey.ts). */
function refusePublication({ start_time, status }: RecommendationRow, now: Date): Refusal | null {
  if (status !== 'CONFIRMED' && status !== 'COMPLETED')
    return refuse('NOT_STARTED', {
      message: 'This visit did not take place, so the client has no page to read it on.',
    });
  return start_time > now ? refuse('NOT_STARTED') : null;
}

/** Mails that something is waiting, without its words and at most once a day for a visit. False: no mail. */
async function notifyClient(trx: Trx, row: RecommendationRow, site_url: string, now: Date): Promise<boolean> {
  if (!row.has_login) return false;
  const mail = noteWaitingMail({ first_name: row.first_name, booking_id: row.id, site_url });
  const dedupe_key = `note-waiting:${row.id}:${localDateOf(now, practice.zone)}`;
  const { user_id, email: to } = row;
  return await queueMail(trx, { ...mail, dedupe_key, kind: 'note-waiting', user_id, to }, now);
}

async function record(
  trx: Trx,
  { id: object_id, user_id }: RecommendationRow,
  actor: Writer,
  action: AuditAction,
  now: Date,
): Promise<void> {
  await audit(trx, { actor: actorName(actor)!, user_id, action, object_id }, now);
}

const latestSuggestion = async (db: Db, booking_id: string) =>
  (await selectLatestSuggestions(db, [booking_id]))[0];

/** NOTE_CHANGED with the recommendation as it is. */
async function conflict(db: Db, key: ClientKey, row: RecommendationRow): Promise<Refusal> {
  const recommendation = presentChanged(key, row, await latestSuggestion(db, row.id));
  return refuse('NOTE_CHANGED', { details: { recommendation } });
}
