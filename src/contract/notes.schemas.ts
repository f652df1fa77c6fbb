import { z } from 'zod';
import { clientName } from './personal.schemas.ts';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
import { CONTACTS } from '#domain/visits/contacts.ts';
import { MAX_SUGGESTED_TIMES, MAX_SUGGESTED_WEEKS, SUGGESTION_STATES } from '#domain/visits/suggestions.ts';
import { delta, noteInput as body } from './bookings.schemas.ts';
import { action_id, id, instant, localDate, text, type CallSchemas, version } from './schemas.ts';
import { locationType } from './services.schemas.ts';
import { originForStaff } from './submissions.schemas.ts';

// What the practitioner writes about a client's visits (rules.md §9): session notes, which clients never see, and
// recommendations, which they read once they are published.

const params = z.object({ id });

const signature = z.object({
  at: instant,
  /** The name of the member of staff. */
  by: z.string(),
});
const addendum = z.object({ id, body: delta, signed: signature });
export const sessionNote = z.object({
  body: delta,
  version,
  updated_at: instant,
  /** Null: a draft. A signed note is final; only addenda come after it. */
  signed: signature.nullable(),
  /** Oldest first. */
  addenda: z.array(addendum),
});
export type SessionNote = z.infer<typeof sessionNote>;

export const pinnedNote = z.object({ body: delta, version, updated_at: instant });
export type PinnedNote = z.infer<typeof pinnedNote>;

/** A session, or some of them every so many weeks. `around`: the date of the first, as the practitioner chose it. */
const suggestedSession = z.object({
  service_id: id,
  place: locationType,
  around: localDate,
  times: z.number().int().min(1).max(MAX_SUGGESTED_TIMES),
  every_weeks: z.number().int().min(1).max(MAX_SUGGESTED_WEEKS),
});
export type SuggestedSession = z.infer<typeof suggestedSession>;
const suggestion = suggestedSession.extend({
  id,
  service_name: z.string(),
  booked: z.number(),
  state: z.enum(SUGGESTION_STATES),
});
export type PublishedSuggestion = z.infer<typeof suggestion>;

/** A recommendation without its texts. */
const recommendationFacts = z.object({
  version,
  is_published: z.boolean(),
  published_at: instant.nullable(),
  /** The last change after that. */
  republished_at: instant.nullable(),
  withdrawn_at: instant.nullable(),
  /** The latest one of this visit. */
  suggestion: suggestion.nullable(),
});
export type RecommendationFacts = z.infer<typeof recommendationFacts>;
/** What the next publication suggests: as drafted, else the open suggestion; null: nothing. */
const next_step = suggestedSession.nullable();
export const recommendation = recommendationFacts.extend({
  /** What has changed since it was published; null: nothing. */
  draft: delta.nullable(),
  /** What the client reads. */
  published: delta.nullable(),
  next_step,
});
export type Recommendation = z.infer<typeof recommendation>;
/** The `details` of NOTE_CHANGED of a recommendation: as it is now. `text`: its draft, or what is published without one. */
export type RecommendationDetails = {
  recommendation: RecommendationFacts & Pick<Recommendation, 'next_step'> & { text: Recommendation['draft'] };
};

export const visitFacts = z.object({ booking_id: id, service_name: z.string(), start_time: instant });

const difference = z.object({
  label: z.string(),
  kind: z.enum(['CHANGED', 'NEW', 'GONE']),
  /** Shortened; null where there is none. */
  before: z.string().nullable(),
  now: z.string().nullable(),
});

export const sinceLastTime = z.object({
  last_visit: visitFacts,
  /** The newest answers to each form since that visit. */
  forms: z.array(
    z.object({
      submission_id: id,
      name: z.string(),
      submitted_at: instant,
      ...originForStaff,
      /** True: there is nothing to compare with. */
      is_first: z.boolean(),
      differences: z.array(difference),
    }),
  ),
  missed: z.array(visitFacts.extend({ status: z.enum(['NO_SHOW', 'CANCELLED']) })),
  /** ADDENDUM: added to a signed note. REFLECTION: written by the client, and shared. */
  notes: z.array(visitFacts.extend({ kind: z.enum(['ADDENDUM', 'REFLECTION']), at: instant })),
});
export type SinceLastTime = z.infer<typeof sinceLastTime>;

/** The `details` of NOTE_CHANGED and NOTE_SIGNED: the note as it is now; null: there is none. */
export type SessionNoteDetails = { note: SessionNote | null };
/** The `details` of NOTE_CHANGED of a pinned note. */
export type PinnedNoteDetails = { pinned_note: PinnedNote | null };

export const staffSessionNote = {
  params,
  answer: z.object({
    visit: z.object({
      booking_id: id,
      client: z.object({
        id,
        name: clientName,
        first_name: clientName,
        /** With a login and an address: a publication is mailed. */
        gets_mail: z.boolean(),
        house_call_approved: z.boolean(),
      }),
      status: z.enum(BOOKING_STATUSES),
      service_name: z.string(),
      start_time: instant,
      end_time: instant,
    }),
    note: sessionNote.nullable(),
    recommendation,
    /** The note of the last visit before this one that has a note. */
    last_note: sessionNote
      .extend({ booking_id: id, service_name: z.string(), start_time: instant })
      .nullable(),
    /** Until the end of this visit; null: it is the first. */
    since_last_time: sinceLastTime.nullable(),
    /** 'Important': what is pinned to the client. */
    pinned_note: pinnedNote.nullable(),
    /** Seals what is typed on the device, as the key of an unlock does. */
    draft_key: z.string(),
  }),
} satisfies CallSchemas;
export type NotesOfVisit = z.infer<(typeof staffSessionNote)['answer']>;
/** Whom a note without a visit is about. Its `id` is its own, which the browser makes. */
const contactOf = z.object({ client_id: id, kind: z.enum(CONTACTS) });
export type ContactOf = z.infer<typeof contactOf>;
export const staffSaveSessionNote = {
  params,
  body: z.object({ body, version, contact: contactOf.optional() }),
  answer: z.object({ version, updated_at: instant }),
} satisfies CallSchemas;
export const staffSignSessionNote = {
  params,
  body: z.object({ action_id: z.uuid(), version }),
  answer: sessionNote,
} satisfies CallSchemas;
export const staffAddToSessionNote = {
  params,
  body: z.object({ action_id: z.uuid(), body }),
  answer: sessionNote,
} satisfies CallSchemas;
export const staffSavePinnedNote = {
  params,
  body: z.object({ body, version }),
  answer: z.object({ version, updated_at: instant }),
} satisfies CallSchemas;
export const staffSaveRecommendation = {
  params,
  /** Without `next_step`, what is suggested stays as it is. */
  body: z.object({ draft: body, version, next_step: next_step.optional() }),
  answer: z.object({ version, updated_at: instant }),
} satisfies CallSchemas;
export const staffPublishRecommendation = {
  params,
  body: z.object({ action_id: z.uuid(), version, suggestion: suggestedSession.nullish() }),
  answer: recommendationFacts,
} satisfies CallSchemas;
export const staffWithdrawRecommendation = {
  params,
  body: z.object({ action_id: z.uuid() }),
  answer: recommendationFacts,
} satisfies CallSchemas;

export const staffSearchNotes = {
  body: z.object({
    action_id,
    q: text(100).min(2, 'Please give two letters or more.'),
    /** Null: of all clients. */
    client_id: id.nullable(),
    /** That of an answer: only older notes. Null: from the newest on. */
    before: instant.nullable(),
  }),
  answer: z.object({
    /** With it the search goes on, and is not recorded again. */
    action_id,
    /** Newest first. */
    hits: z.array(
      z.object({
        client: clientName,
        /** 'Marma Session, 8 Dec', 'Phone call, 8 Dec', 'Important' */
        title: z.string(),
        /** What it opens: a path below /staff. */
        path: z.string(),
        /** The first word that was found, and what stands around it. */
        excerpt: z.object({ before: z.string(), match: z.string(), after: z.string() }),
      }),
    ),
    /** Notes that were last written before this moment were not searched; null: all were. */
    before: instant.nullable(),
  }),
} satisfies CallSchemas;
export type FoundNotes = z.infer<(typeof staffSearchNotes)['answer']>;
