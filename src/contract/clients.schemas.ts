import { z } from 'zod';
import { id, instant, multilineText, text, type CallSchemas } from './schemas.ts';
import { address, addressInput } from './users.schemas.ts';

// What staff see of clients and do with their records (rules.md §9). No health data, no amounts.

const clientVisit = z.object({ booking_id: id, start_time: instant });
const client = z.object({
  id,
  /** 'No name yet' where there is none. */
  name: z.string(),
  /** First name and last initial: 'Maren K.' */
  short_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  pronouns: z.string().nullable(),
  phone: z.string().nullable(),
  /** '': none. */
  email: z.string(),
  address: address.nullable(),
  /** False: the practice keeps the record; the client can be invited to take it over. */
  has_login: z.boolean(),
  /** When an invitation was sent that the client has not used and that still works. */
  invited_at: instant.nullable(),
  house_call_approved: z.boolean(),
  /** Visits that took place or are booked. */
  visits: z.number(),
  last_visit: clientVisit.nullable(),
  next_visit: clientVisit.nullable(),
  updated_at: instant,
});
export type Client = z.infer<typeof client>;

/** The UUID that a browser made when the dialog opened. A repeat gets the first result (rules.md §9). */
const action_id = z.uuid();
/** Of a client with a login, the e-mail belongs to the login: staff cannot change it. */
const contact = {
  first_name: text(100).min(1, 'Please enter a first name.'),
  last_name: text(100),
  pronouns: text(40),
  /** A US number in any usual form; '': none. */
  phone: text(40),
  /** '': none. A client needs a phone number or an e-mail. */
  email: text(254),
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
  /** A name, any part of a phone number, or an e-mail. */
  query: z.object({
    q: text(100).optional(),
    /** Only this client. */
    id: id.optional(),
  }),
  answer: z.object({
    /** At most 20. */
    clients: z.array(client),
    /** More clients match than are listed. */
    has_more: z.boolean(),
  }),
  also: [304],
} satisfies CallSchemas;
export type ClientList = z.infer<(typeof staffClients)['answer']>;

export const staffCreateClient = {
  body: z.object({ ...acceptance, ...z.object(contact).partial().shape, first_name: contact.first_name }),
  answer: client,
  status: 201,
} satisfies CallSchemas;
export const staffChangeClient = {
  params: z.object({ id }),
  /** A field that is not sent stays. */
  body: z.object({ ...acceptance, base_updated_at: instant, ...z.object(contact).partial().shape }),
  answer: client,
} satisfies CallSchemas;

const sent = z.object({ sent_to: z.string() });
export const staffInviteClient = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  answer: sent,
} satisfies CallSchemas;
export const staffSendMessage = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    subject: text(150).min(1, 'Please enter a subject.'),
    text: multilineText(2000).min(1, 'Please write a message.'),
  }),
  answer: sent,
} satisfies CallSchemas;
export const staffRemindOfForms = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  answer: sent,
} satisfies CallSchemas;
