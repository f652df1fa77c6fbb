import { z } from 'zod';
import { clientName, personal } from './personal.schemas.ts';
import { CLIENT_FILTERS, CLIENT_SORTS } from '#domain/people/client-list.ts';
import { chip, occurrence, sessionRow } from './agenda.schemas.ts';
import { statement, statementVisit } from './bookings.schemas.ts';
import { reached } from './reach.schemas.ts';
import { bookingMoney } from './staff-bookings.schemas.ts';
import { askedForm, originForStaff } from './submissions.schemas.ts';
import {
  action_id,
  id,
  instant,
  localDate,
  emailOrNone,
  multilineText,
  opaque,
  personName,
  phoneOrNone,
  text,
  type CallSchemas,
} from './schemas.ts';
import { address, addressInput } from './users.schemas.ts';

// What staff see of clients and do with their records (rules.md §9). No health data, no amounts that a client chose.

const clientVisit = z.object({ booking_id: id, start_time: instant });
const client = z.object({
  id,
  /** 'No name yet' where there is none. */
  name: clientName,
  /** First name and last initial: 'Maren K.' */
  short_name: clientName,
  first_name: clientName,
  last_name: clientName,
  pronouns: personal(z.string().nullable()),
  phone: personal(z.string().nullable()),
  /** '': none. */
  email: personal(z.string()),
  address: personal(address.nullable()),
  /** False: the practice keeps the record; the client can be invited to take it over. */
  has_login: z.boolean(),
  /** When an invitation was sent that the client has not used and that still works. */
  invited_at: instant.nullable(),
  house_call_approved: z.boolean(),
  /** May book as a known client, also before the first visit. */
  marked_known: z.boolean(),
  /** Visits that took place. */
  visits: z.number(),
  last_visit: clientVisit.nullable(),
  next_visit: clientVisit.nullable(),
  /** A request that the practice has not answered. */
  house_call_requested_at: instant.nullable(),
  /** FIRST_VISIT, NEW_ANSWERS, BALANCE of all visits, FORMS that visits to come still need. */
  chips: z.array(chip),
  updated_at: instant,
});
export type Client = z.infer<typeof client>;

/** Of a client with a login, the e-mail belongs to the login: staff cannot change it. */
const contact = {
  first_name: personName.min(1, 'Please enter a first name.'),
  last_name: personName,
  pronouns: text(40).transform((pronouns) => pronouns || null),
  phone: phoneOrNone,
  /** A client needs a phone number or an e-mail. */
  email: emailOrNone,
  /** A blank address or null: none. */
  address: addressInput.nullable(),
};
const acceptance = {
  action_id,
  /** True after POSSIBLE_DUPLICATE: the candidates are other people. */
  accept_duplicate: z.boolean().optional(),
};

/** The `details` of POSSIBLE_DUPLICATE, at most 5 candidates, the likeliest first. */
export type DuplicateDetails = { candidates: Client[] };

export const staffClients = {
  query: z.object({
    /** A name, any part of a phone number, or an e-mail. */
    q: text(100).optional(),
    filter: z.enum(CLIENT_FILTERS).optional(),
    /** Without it, those whose name begins with `q` come first; without `q`, those who came or were added last. */
    sort: z.enum(CLIENT_SORTS).optional(),
    /** `next` of the page before. */
    after: id.optional(),
  }),
  answer: z.object({
    /** At most 50. */
    clients: z.array(client),
    /** Null: this is the last page. */
    next: id.nullable(),
    /** How many match in all. */
    total: z.number(),
  }),
  also: [304],
} satisfies CallSchemas;
export type ClientList = z.infer<(typeof staffClients)['answer']>;

/** A client's record without health data. */
const clientPage = z.object({
  client,
  /** Who signs in with the e-mail of this record, which has no login: an invitation would lead nowhere. */
  login_of: z.object({ id, short_name: clientName }).nullable(),
  /** In years; null without a birthdate. */
  age: personal(z.number().nullable()),
  member_since: instant,
  photo: personal(z.string().nullable()),
  /** The latest start first, at most 60: to come, past, missed and cancelled. */
  visits: z.array(z.object({ booking: sessionRow, money: bookingMoney })),
  /** There are more visits than are listed. */
  has_more: z.boolean(),
  /** Global forms, and those of visits to come. */
  forms: z.array(askedForm),
  /** What was handed in, the latest first, at most 100. What is in it is health data, and not here. */
  submissions: z.array(
    z.object({
      id,
      name: z.string(),
      version: z.number(),
      /** Of the visit that asked for it; null for a form that is filled in once. */
      service_name: z.string().nullable(),
      submitted_at: instant,
      ...originForStaff,
    }),
  ),
  /** Suggested by the practitioner and neither booked nor declined; `booking_id`: with the recommendation of that visit. */
  suggested: z.array(
    z.object({
      booking_id: id,
      service_name: z.string(),
      around: localDate,
      times: z.number(),
      every_weeks: z.number(),
      booked: z.number(),
    }),
  ),
  /** Of all visits. `has_open_price`: of one or more the client still chooses the price. */
  balance: z.object({ cents: z.number(), has_open_price: z.boolean() }),
  rhythm: z.object({
    every: z.object({ from: z.number(), to: z.number(), unit: z.enum(['WEEK', 'MONTH']) }).nullable(),
    visits: z.number(),
    missed: z.number(),
    since: localDate.nullable(),
  }),
});
export type ClientPage = z.infer<typeof clientPage>;
export const staffClient = {
  params: z.object({ id }),
  answer: clientPage,
  also: [304],
} satisfies CallSchemas;

export const staffCreateClient = {
  body: z.object({ ...acceptance, ...z.object(contact).partial().shape, first_name: contact.first_name }),
  answer: client,
  status: 201,
} satisfies CallSchemas;
export const staffChangeClient = {
  params: z.object({ id }),
  /** A field that is not sent stays. */
  body: z.object({
    ...acceptance,
    base_updated_at: instant,
    ...z.object(contact).partial().shape,
    marked_known: z.boolean().optional(),
  }),
  answer: client,
} satisfies CallSchemas;

/** Amounts that the client chose are null. */
export const staffStatement = {
  params: z.object({ id }),
  answer: statement.extend({ birthdate: personal(localDate.nullable()) }),
} satisfies CallSchemas;
/** Answers the visits of one period with all amounts, which is recorded. */
export const staffRevealStatement = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    /** A year '2026', a month '2026-11', or the id of a visit. */
    period: z.union([z.string().regex(/^\d{4}(?:-\d{2})?$/), z.uuid()]),
  }),
  answer: z.object({ visits: z.array(statementVisit) }),
} satisfies CallSchemas;

export const staffExportClient = { params: z.object({ id }) } satisfies CallSchemas;

const erasure = z.object({
  /** Visits to come, which are cancelled. */
  cancelled: z.array(clientVisit.extend({ service_name: z.string() })),
  refund: z.enum(['FULL', 'NONE']),
  /** What goes back to the card; null while an amount is hidden, because the client chose it. */
  refund_cents: z.number().nullable(),
  /** What was paid at the visit for these visits: the practice gives it back itself. */
  by_hand_cents: z.number(),
  /** Forms that were filled in, and visits with a session note. */
  forms: z.number(),
  notes: z.number(),
  /** Gets the last e-mail; '': there is no address. */
  mail_to: z.string(),
  /** What was shown, sent back with the deletion. */
  quote: z.string(),
});
/** Also the `details` of QUOTE_CHANGED of a deletion. */
export type Erasure = z.infer<typeof erasure>;
export const staffErasure = { params: z.object({ id }), answer: erasure } satisfies CallSchemas;
export const staffEraseClient = {
  params: z.object({ id }),
  body: z.object({ action_id, quote: opaque(100) }),
  status: 204,
} satisfies CallSchemas;

export const MERGED_FIELDS = ['last name', 'phone', 'e-mail', 'address', 'pronouns'] as const;
export const staffMerge = {
  params: z.object({ id }),
  query: z.object({ into: id }),
  answer: z.object({
    into: client,
    /** What moves: bookings of every kind, forms that were filled in, and session notes. */
    visits: z.number(),
    forms: z.number(),
    notes: z.number(),
    /** JOINED: both have what is important. */
    pinned: z.enum(['NONE', 'MOVED', 'JOINED']),
    /** What the other record lacks and gets. */
    gets: z.array(z.enum(MERGED_FIELDS)),
    /** Why they cannot be merged; null: they can. */
    refused: z.string().nullable(),
  }),
} satisfies CallSchemas;
export type Merge = z.infer<(typeof staffMerge)['answer']>;
export const staffMergeClient = {
  params: z.object({ id }),
  body: z.object({ action_id, into: id }),
  answer: client,
} satisfies CallSchemas;

const sent = z.object({ sent_to: personal(z.string()) });
export const staffInviteClient = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  answer: sent,
} satisfies CallSchemas;
const message = z.object({
  action_id,
  subject: text(150).min(1, 'Please enter a subject.'),
  text: multilineText(2000).min(1, 'Please write a message.'),
});
export const staffSendMessage = {
  params: z.object({ id }),
  body: message,
  answer: sent,
} satisfies CallSchemas;
export const staffMessageClass = {
  params: occurrence,
  body: message,
  answer: z.object({ reached }),
} satisfies CallSchemas;
export const staffRemindOfForms = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  answer: sent,
} satisfies CallSchemas;

/** Approves house calls for a client, or no longer. */
export const staffHouseCalls = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    approved: z.boolean(),
    notify: z.boolean(),
    /** `at` of the HOUSE_CALL_REQUEST that this answers: refused (CLIENT_CHANGED) if it was answered meanwhile. */
    requested_at: instant.optional(),
  }),
  answer: z.object({
    id,
    house_call_approved: z.boolean(),
    updated_at: instant,
    /** Whether this call sent the client an e-mail. */
    notified: z.boolean(),
  }),
} satisfies CallSchemas;
