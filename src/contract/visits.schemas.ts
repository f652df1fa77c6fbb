import { z } from 'zod';
import { bookingFacts, bookingOptions, cancelBooking, rescheduleBooking } from './bookings.schemas.ts';
import { requiredForm, uploadForm } from './forms.schemas.ts';
import { payment, paymentPage, selected_prices } from './payment-links.schemas.ts';
import { type CallSchemas, id } from './schemas.ts';
import { explainDate, getAvailabilities, getSlots } from './services.schemas.ts';
import { phoneEnding } from './users.schemas.ts';

// The page of a visit, which a link opens without a session (rules.md §7).

const params = z.object({ token: id });

/** A booking for whom changes it by its link: nothing of notes, forms or the client. */
const visitFacts = bookingFacts.pick({
  id: true,
  service_id: true,
  service_type: true,
  service_name: true,
  start_time: true,
  end_time: true,
  status: true,
  service_location_type: true,
  price_cents: true,
  refunded_cents: true,
  paid_cents: true,
  offline_cents: true,
  balance_cents: true,
  price_range: true,
});
export type VisitFacts = z.infer<typeof visitFacts>;

export const visitPage = {
  params,
  answer: z.object({
    title: z.string(),
    /** Date and times with their zone. */
    when: z.string(),
    /** Lines; never the client's address. */
    where: z.string(),
    /** It takes place at the studio, to which there is a map. */
    has_map: z.boolean(),
    /** The client's link to an online session. */
    join_url: z.string().nullable(),
    /** Why nothing can be changed; '' for a visit to come. */
    text: z.string(),
    /** It is offered by the waitlist: paying takes it. */
    is_offer: z.boolean(),
    /** What to bring and prepare; empty once it is over. */
    prepare: z.array(z.string()),
    payment,
    /** What the link can change; null: nothing, or the client has a login and does it on the schedule. */
    visit: visitFacts.nullable(),
    /** ASK: for the end of the phone number. BY_MAIL: there is none, or too many were wrong. */
    forms: z.enum(['ASK', 'BY_MAIL']).nullable(),
    has_login: z.boolean(),
  }),
} satisfies CallSchemas;
export type VisitPage = z.infer<(typeof visitPage)['answer']>;

export const payByLink = {
  params,
  body: z.object({ selected_prices }),
  answer: paymentPage,
} satisfies CallSchemas;
export const optionsByLink = { params, answer: bookingOptions.answer } satisfies CallSchemas;
export const cancelByLink = {
  params,
  body: cancelBooking.body.omit({ id: true }),
  answer: visitFacts,
} satisfies CallSchemas;
export const rescheduleByLink = {
  params,
  body: rescheduleBooking.body.omit({ id: true }),
  answer: visitFacts,
} satisfies CallSchemas;
export const availabilityByLink = { params, answer: getAvailabilities.answer } satisfies CallSchemas;
export const slotsByLink = {
  params,
  body: getSlots.body.pick({ date: true, availabilities: true }),
  answer: getSlots.answer,
} satisfies CallSchemas;
export const explainByLink = {
  params,
  body: explainDate.body.pick({ date: true }),
  answer: explainDate.answer,
} satisfies CallSchemas;
export const formsByLink = {
  params,
  body: z.object({ phone_ending: phoneEnding }),
  answer: z.object({ required_forms: z.array(requiredForm) }),
} satisfies CallSchemas;
export const submitByLink = {
  params,
  body: uploadForm.body.omit({ user_id: true, service_id: true }).extend({ phone_ending: phoneEnding }),
  answer: uploadForm.answer,
} satisfies CallSchemas;
export const inviteByLink = {
  params,
  answer: z.object({
    /** Follows '#' in the address of /claim. */
    key: z.string(),
  }),
} satisfies CallSchemas;
