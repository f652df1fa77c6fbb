import { randomUUID } from 'node:crypto';
import { ARTICLE_LIMIT, FORMS_LIMIT, NOTES_LIMIT } from '#contract/call.ts';
import { staffCreatePost } from '#contract/staff.calls.ts';
import { FORM_LIMITS } from '#domain/visits/form-drafts.ts';
import { sampleJpeg } from '../../support/sample-jpeg.ts';
import { get, send, staff, type Row } from './route-row.ts';
import { type CostWorld, json, UNREAD_BYTES } from './cost-row.ts';
import { offeredServices } from './heavy-clients.ts';
import { largePhoto } from './worst-inputs.ts';

const NEW_SERVICE = {
  kind: 'CREATE',
  service: {
    name: 'Evening Flow',
    description: 'Slow shapes.',
    type: ['YOGA'],
    format: 'GROUP',
    duration: 60,
    buffer_time: 15,
    base_price_cents: 2400,
    min_price_cents: null,
    max_price_cents: null,
    suggested_price_cents: null,
    service_location_type: ['FIXED_LOCATION'],
    max_capacity: 8,
    bookable_online: true,
    audience: 'EVERYONE',
    form_ids: [],
  },
};
const NEW_EVENT = {
  title: 'Seed exchange',
  description: 'Take two envelopes, leave one.',
  location: 'The green gate',
  date: '2027-03-14',
  time: '15:00',
  end_date: '2027-03-14',
  end_time: '17:00',
  url: '',
  service_id: null,
};

const NEW_POST = {
  title: 'Keeping tulsi',
  description: 'A pot on the sill.',
  hero_image_url: '/art/blog-tulsi.svg',
  hero_alt: 'A pot of tulsi',
  categories: ['Herbalism'],
  content: { ops: [{ insert: 'It wants light.' }] },
};

/** Begins a post; its address among the calls. */
async function newPost({ staff: member }: CostWorld): Promise<string> {
  const { json: post } = await member.call(staffCreatePost, { body: { action_id: randomUUID() } });
  return `/api/staff/posts/${post.id}`;
}

const A_FORM = '/api/staff/forms/reaching-you';
/** A form of so many questions, each with the most and longest choices. */
const LARGEST_FORM = (questions: number) => ({
  name: 'Everything',
  description: '',
  type: 'INTAKE',
  audience: 'EVERYBODY',
  content: {
    sections: [
      {
        title: '',
        questions: [...Array(questions).keys()].map((at) => ({
          id: `${at}`,
          label: `Question ${at}`,
          type: 'RADIO',
          required: false,
          options: [...Array(FORM_LIMITS.options).keys()].map((option) =>
            `${option}`.padEnd(FORM_LIMITS.option, 'x'),
          ),
        })),
      },
    ],
  },
});

/** Staff: services, events, posts, forms, settings and clients. */
export const STAFF_OFFER_ROWS: readonly Row[] = [
  // staff: what the practice offers
  staff('GET /api/staff/services'),
  {
    ...staff('POST /api/staff/services/preview'),
    ask: () => send('POST', '/api/staff/services/preview', { change: NEW_SERVICE }),
    cost: {
      worst: ({ owned }) => ({
        'a service with every booking': () =>
          json('POST', '/api/staff/services/preview', {
            change: { kind: 'CHANGE', id: owned.service_id, service: { base_price_cents: 9900 } },
          }),
      }),
    },
  },
  {
    ...staff('POST /api/staff/services/apply', 409), // without a preview
    ask: () =>
      send('POST', '/api/staff/services/apply', {
        action_id: randomUUID(),
        preview_hash: 'x',
        change: NEW_SERVICE,
      }),
  },
  {
    ...staff('PUT /api/staff/services/order', 409), // not every service
    ask: ({ service_id }) =>
      send('PUT', '/api/staff/services/order', { action_id: randomUUID(), ids: [service_id] }),
    cost: {
      client: { rows: 1 }, // the action
      worst: ({ site }) => ({
        'the whole list, in another order': async () =>
          json('PUT', '/api/staff/services/order', {
            action_id: randomUUID(),
            ids: (await offeredServices(site)).toReversed(),
          }),
      }),
    },
  },

  staff('GET /api/staff/events'),
  {
    ...staff('POST /api/staff/events', 201),
    ask: () => send('POST', '/api/staff/events', { action_id: randomUUID(), ...NEW_EVENT }),
    cost: { client: { rows: 2 } }, // the event and its action,
  },
  {
    ...staff('PATCH /api/staff/events/:id', 404), // there is no such event
    ask: () =>
      send('PATCH', `/api/staff/events/${randomUUID()}`, {
        action_id: randomUUID(),
        base_updated_at: null,
        ...NEW_EVENT,
      }),
  },
  {
    ...staff('DELETE /api/staff/events/:id', 404), // there is no such event
    ask: () => ({
      ...send('POST', `/api/staff/events/${randomUUID()}`, {
        action_id: randomUUID(),
        base_updated_at: null,
        keep_bookings: false,
      }),
      method: 'DELETE',
    }),
  },

  // staff: posts
  staff('GET /api/staff/posts'),
  {
    ...staff('GET /api/staff/posts/:id', 404), // there is no such post
    ask: () => get(`/api/staff/posts/${randomUUID()}`),
  },
  {
    ...staff('POST /api/staff/posts', 201),
    ask: () => send('POST', '/api/staff/posts', { action_id: randomUUID() }),
    cost: { client: { rows: 2 } }, // the draft and its action
  },
  {
    ...staff('PUT /api/staff/posts/:id', 404), // there is no such post
    ask: () => send('PUT', `/api/staff/posts/${randomUUID()}`, { version: 1, ...NEW_POST }),
    cost: {
      client: { bytes_read: UNREAD_BYTES + ARTICLE_LIMIT, rows: 1 },
      worst: (world) => ({
        'the longest text': async () =>
          json('PUT', await newPost(world), { version: 1, ...NEW_POST, content: 'x'.repeat(500_000) }),
        'the most pieces of text': async () =>
          json('PUT', await newPost(world), {
            version: 1,
            ...NEW_POST,
            content: JSON.stringify({
              ops: Array.from({ length: 12_000 }, (_, n) => ({
                insert: 'x',
                attributes: n % 2 ? { bold: true } : {},
              })),
            }),
          }),
      }),
    },
  },
  {
    ...staff('POST /api/staff/posts/:id/publish', 404), // there is no such post
    ask: () =>
      send('POST', `/api/staff/posts/${randomUUID()}/publish`, {
        action_id: randomUUID(),
        version: 1,
        at: { date: '2027-03-14', time: '08:00' },
      }),
  },
  {
    ...staff('POST /api/staff/posts/:id/unpublish', 404), // there is no such post
    ask: () => send('POST', `/api/staff/posts/${randomUUID()}/unpublish`, { action_id: randomUUID() }),
  },
  {
    ...staff('DELETE /api/staff/posts/:id', 404), // there is no such post
    ask: () => ({
      ...send('POST', `/api/staff/posts/${randomUUID()}`, { action_id: randomUUID(), version: 1 }),
      method: 'DELETE',
    }),
  },
  {
    ...staff('POST /api/staff/post-pictures', 201),
    ask: () => send('POST', '/api/staff/post-pictures', { jpeg: sampleJpeg().toString('base64') }),
    cost: {
      client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 1 },
      worst: () => ({
        'the largest picture': () =>
          json('POST', '/api/staff/post-pictures', { jpeg: largePhoto(0, 1_400_000).toString('base64') }),
      }),
    },
  },
  staff('GET /api/staff/forms'),
  { ...staff('GET /api/staff/forms/:key'), ask: () => get(A_FORM) },
  {
    ...staff('PUT /api/staff/forms/:key/draft', 409), // there is another draft
    ask: () => send('PUT', `${A_FORM}/draft`, { version: 99, body: LARGEST_FORM(1) }),
    cost: {
      client: { bytes_read: UNREAD_BYTES + FORMS_LIMIT, rows: 1 },
      worst: () => ({
        'the largest draft of a new form': () =>
          json('PUT', `/api/staff/forms/${randomUUID()}/draft`, { version: 0, body: LARGEST_FORM(60) }),
      }),
    },
  },
  {
    ...staff('POST /api/staff/forms/:key/preview'),
    ask: () => send('POST', `${A_FORM}/preview`, { change: { kind: 'RETIRE' } }),
    cost: {
      worst: ({ site }) => ({
        'the largest form': async () => {
          const key = randomUUID();
          const content = JSON.stringify(LARGEST_FORM(20));
          const draft = { form_key: key, content, version: 1, updated_at: new Date(0) };
          await site.db.insertInto('form_drafts').values(draft).execute();
          const change = { kind: 'PUBLISH', draft_version: 1, ask_again: false };
          return json('POST', `/api/staff/forms/${key}/preview`, { change });
        },
      }),
    },
  },
  {
    ...staff('POST /api/staff/forms/:key/apply', 409), // without a preview
    ask: () =>
      send('POST', `${A_FORM}/apply`, {
        action_id: randomUUID(),
        preview_hash: 'x',
        change: { kind: 'RETIRE' },
      }),
  },
];
