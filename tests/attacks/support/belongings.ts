import { randomBytes, randomUUID } from 'node:crypto';
import type { Booking } from '#contract/bookings.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import type {
  createCheckout,
  getForms,
  getAllWellnessServices,
  getAvailabilities,
  getSlots,
  getSessions,
  getPresignedUrl,
} from '#contract/client.calls.ts';
import type { TestApp, TestSession } from '../../support/app.ts';
import { sampleJpeg } from '../../support/sample-jpeg.ts';
import { addNotes, CONTACT_NOTE, DRAFT, PINNED_NOTE, SESSION_NOTE } from './owned-notes.ts';

/** What a request can name: the ids, addresses and texts of one client. */
export type Belongings = {
  user_id: string;
  stripe_id: string;
  email: string;
  /** Of a past session, on which notes can be written. */
  past_booking: string;
  /** A note without a visit. */
  contact_note: string;
  /** Of a session to come, which asks for a form. */
  next_booking: string;
  /** Answers that were handed in, which have canaries. */
  submission_id: string;
  /** A session that the practitioner suggests next to the recommendation of the past one. */
  suggestion_id: string;
  form: { form_id: string; responses: Record<string, unknown> };
  session_id: string;
  /** Another browser in which the client is signed in. */
  signed_in_session: string;
  photo_url: string;
  /** Path and query of the signed upload. */
  upload: string;
  upload_body: Buffer;
  /** A cart whose times are free. */
  cart: { items: Record<string, unknown>[]; total_amount: number };
  service_id: string;
  day: string;
};

export const CLIENT = 'demo@example.com';
/** A signature: one pixel. */
export const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NAMES = {
  first_name: 'Zorvakina',
  last_name: 'Quillibert',
  pronouns: 'zorvakian',
  phone: '+15035550911',
};
const ROUTE = 'Zorvak Lane';
const NOTE = 'zorvaknote of a quiet morning';

/** The demo client with texts that occur nowhere else, and one of everything that a client can have. */
export async function clientWithEverything(site: TestApp): Promise<{
  client: TestSession;
  owned: Belongings;
  /** Byte strings that only this client may be sent. */
  canaries: string[];
  /** Those that are health data: notes, recommendations, answers. */
  health: string[];
}> {
  const client = await site.signIn(CLIENT);
  const user_id = client.user_id!;
  const address = {
    street_number: '77',
    route: ROUTE,
    subpremise: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  };
  const stripe_id = 'cus_zorvak_0001';
  await site.deps.db
    .updateTable('users')
    .set({ ...NAMES, address: JSON.stringify(address) })
    .where('id', '=', user_id)
    .execute();

  const json = async <T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object): Promise<T> => {
    const answer = await client.request({ method, url, ...(payload ? { payload } : {}) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json<T>();
  };
  const bookings = await json<Booking[]>('GET', '/auth/get-user-bookings');
  const noted = await site.deps.db.selectFrom('session_notes').select('booking_id').execute();
  // One of the sample about which only the recommendation is written yet.
  const past = bookings.find(
    ({ id, status, published_recommendations }) =>
      status === 'COMPLETED' &&
      published_recommendations !== null &&
      noted.every(({ booking_id }) => booking_id !== id),
  )!;
  await json('PATCH', `/auth/update-user-notes?id=${past.id}`, {
    notes: NOTE,
    base_updated_at: past.notes_updated_at,
  });
  const contact_note = randomUUID();
  const suggestion_id = await addNotes(site, { user_id, contact_note }, past);
  await askAgain(site, 'reaching-you');
  const forms = await json<OutputOf<typeof getForms>>('GET', '/auth/get-forms');
  const asked = forms.required_forms.find(({ booking_id }) => booking_id !== null)!;
  const cart = await freeCart(site, client);
  const { url } = await json<OutputOf<typeof createCheckout>>('POST', '/auth/create-checkout', cart);
  const upload_body = sampleJpeg();
  const photo = await json<OutputOf<typeof getPresignedUrl>>('POST', '/auth/get-presigned-url', {
    fileName: 'profile.jpg',
    fileType: 'image/jpeg',
  });
  const { pathname, search } = new URL(photo.uploadUrl, 'http://localhost');
  const { stripe_id: customer } = await site.deps.db
    .selectFrom('users')
    .select('stripe_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();

  const { id: submission_id } = await site.deps.db
    .selectFrom('submissions')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await site.signIn(CLIENT);
  const { sessions } = await json<OutputOf<typeof getSessions>>('GET', '/auth/sessions');

  const owned: Belongings = {
    user_id,
    stripe_id: customer ?? stripe_id,
    email: CLIENT,
    past_booking: past.id,
    contact_note,
    next_booking: asked.booking_id!,
    submission_id,
    suggestion_id,
    form: { form_id: asked.form.id, responses: answersTo(asked.form) },
    session_id: /cs_test_\w+/.exec(url)![0],
    signed_in_session: sessions.find(({ is_current }) => !is_current)!.id,
    photo_url: photo.photoUrl,
    upload: pathname + search,
    upload_body,
    cart: await freeCart(site, client),
    service_id: cart.items[0]!['service_id'] as string,
    day: cart.items[0]!['selectedDate'] as string,
  };
  const words = [
    ...(await json<Booking[]>('GET', '/auth/get-user-bookings')).flatMap((booking) =>
      [booking.client_notes, booking.published_recommendations].flatMap(
        (note) => note?.ops.map(({ insert }) => (typeof insert === 'string' ? insert.trim() : '')) ?? [],
      ),
    ),
    ...forms.completed_forms.flatMap(({ responses, form }) => {
      const options = new Set(
        form.content.sections.flatMap(({ questions }) => questions.flatMap((question) => question.options)),
      );
      return Object.values(responses)
        .flat()
        .filter((text) => !options.has(text));
    }),
  ].filter((text) => text.length >= 12);
  const health = [
    ...new Set([
      NOTE,
      SESSION_NOTE,
      CONTACT_NOTE,
      PINNED_NOTE,
      DRAFT,
      ...words.map((text) => JSON.stringify(text).slice(1, -1).slice(0, 200)),
    ]),
  ];
  return {
    client,
    owned,
    health,
    canaries: [
      ...new Set([
        ...Object.values(NAMES),
        ROUTE,
        ...health,
        user_id,
        owned.suggestion_id,
        owned.session_id,
        owned.stripe_id,
        owned.signed_in_session,
        ...bookings.map(({ id }) => id),
      ]),
    ],
  };
}

/** Asks the form again, as publishing with **Ask them again** does: it comes with the client's answers. */
async function askAgain({ deps: { db } }: TestApp, key: string): Promise<void> {
  const form = await db.selectFrom('forms').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  const first = await db
    .selectFrom('form_versions')
    .selectAll()
    .where('form_id', '=', form.id)
    .executeTakeFirstOrThrow();
  const second = { ...first, content: JSON.stringify(first.content), version: 2 };
  await db.insertInto('form_versions').values(second).execute();
  await db.updateTable('forms').set({ asked_since_version: 2 }).where('id', '=', form.id).execute();
}

/** The same kinds of names, of things that are not there. */
export function missing(owned: Belongings): Belongings {
  return {
    ...owned,
    user_id: randomUUID(),
    stripe_id: `cus_${randomBytes(7).toString('hex')}`,
    email: 'nobody@example.com',
    past_booking: randomUUID(),
    contact_note: randomUUID(),
    next_booking: randomUUID(),
    submission_id: randomUUID(),
    session_id: `cs_test_${randomBytes(12).toString('hex')}`,
    signed_in_session: randomUUID(),
    photo_url: owned.photo_url.replace(/[0-9a-f]{32}/, randomBytes(16).toString('hex')),
    upload: owned.upload.replace(/[0-9a-f]{32}/, randomBytes(16).toString('hex')),
  };
}

/** A session at a time that can still be had, at its price. */
async function freeCart(site: TestApp, client: TestSession): Promise<Belongings['cart']> {
  const services = (await site.request({ url: '/get-all-wellness-services' })).json<
    OutputOf<typeof getAllWellnessServices>
  >();
  const service = services.find(
    ({ format, service_location_type: places }) =>
      format === 'ONE_ON_ONE' && places.includes('FIXED_LOCATION'),
  )!;
  const ask = async <T>(url: string, payload: object): Promise<T> =>
    (await client.request({ method: 'POST', url, payload })).json<T>();
  const { days } = await ask<OutputOf<typeof getAvailabilities>>('/auth/get-availabilities', {
    service: service.id,
    service_location_type: 'FIXED_LOCATION',
  });
  const day = days.findLast(({ open_slots }) => open_slots > 0)!.date;
  const [slot] = await ask<OutputOf<typeof getSlots>>('/auth/get-slots', {
    service: service.id,
    date: day,
    availabilities: [],
    cart_items: [],
  });
  const selected_price = Math.round((service.suggested_price ?? service.base_price) * 100);
  return {
    items: [
      {
        service_id: service.id,
        schedule_id: slot!.schedule_id,
        start_time: slot!.start,
        end_time: slot!.end,
        selectedDate: day,
        selected_price,
      },
    ],
    total_amount: selected_price,
  };
}

function answersTo(form: {
  content: { sections: { questions: { id: string; type: string; options: string[] }[] }[] };
}): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const { id, type, options } of form.content.sections.flatMap(({ questions }) => questions)) {
    answers[id] =
      type === 'CHECKBOX'
        ? [options[0]]
        : type === 'SIGNATURE'
          ? PNG
          : type === 'RADIO' || type === 'SELECT'
            ? options[0]
            : 'a plain answer';
  }
  return answers;
}
