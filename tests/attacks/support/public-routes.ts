import { randomBytes } from 'node:crypto';
import { MAX_PHOTO_BYTES } from '#domain/people/photo.ts';
import { get, send, open, PROFILE, type Row } from './route-row.ts';
import { ONE_MAIL, UNREAD_BYTES } from './cost-row.ts';
import { largePhoto, newAccounts, ticket, uploadedPhoto } from './worst-inputs.ts';

const A_PASSWORD = 'Kitchari & ghee 7';

/** What everybody may ask, identity and the record of a client. */
export const PUBLIC_ROWS: readonly Row[] = [
  // the process and its documents
  open('/healthz'),
  open('/readyz'),
  open('/metrics', 404), // behind METRICS_TOKEN
  open('/openapi.json'),
  open('/docs', 200),

  // what everybody may read
  open('/get-all-wellness-services'),
  open('/get-blogs'),
  open('/get-events'),
  open('/blog/feed.xml'),
  open('/sitemap.xml'),
  open('/robots.txt'),
  open('/photos/:file', 404, `/photos/${'0'.repeat(32)}.jpg`),
  open('/calendar/:file', 404, `/calendar/${randomBytes(32).toString('base64url')}.ics`),
  { ...open('/dev/mailbox'), sandbox: true },
  { ...open('/dev/mailbox.json'), sandbox: true },
  { ...open('/dev/mailbox/:id', 404, '/dev/mailbox/00000000-0000-0000-0000-000000000000'), sandbox: true },
  {
    ...open('/dev/mailbox/:id/html', 404, '/dev/mailbox/00000000-0000-0000-0000-000000000000/html'),
    sandbox: true,
  },

  // identity
  {
    route: 'POST /sign-in',
    access: 'public',
    ask: ({ email }) =>
      send('POST', '/sign-in', { username: email, password: 'Wrong-guess-1', sign_in_pass: 'none' }),
    own: 401,
    named: true,
  },
  {
    route: 'POST /sign-up',
    access: 'public',
    ask: ({ email }) => send('POST', '/sign-up', { username: email, password: A_PASSWORD }),
    own: 409, // product.md §5.4.2: "already exists",
    cost: { stranger: ONE_MAIL, client: ONE_MAIL, worst: newAccounts },
  },
  {
    route: 'POST /confirm-sign-up',
    access: 'public',
    ask: ({ email }) => send('POST', '/confirm-sign-up', { email, confirmation_code: '000000' }),
    own: 400,
    named: true,
  },
  {
    route: 'POST /resend-confirm-code',
    access: 'public',
    ask: ({ email }) => send('POST', '/resend-confirm-code', { email }),
    own: 200,
    named: true,
    cost: { stranger: ONE_MAIL, client: ONE_MAIL },
  },
  { route: 'GET /sign-out', access: 'public', ask: () => get('/sign-out'), own: 204, cost: { ends: true } },
  {
    route: 'POST /auth/refresh-token',
    access: 'public',
    ask: () => ({ method: 'POST', url: '/auth/refresh-token' }),
    own: 401, // the refresh token is another cookie
  },
  {
    route: 'POST /forgot-password',
    access: 'public',
    ask: ({ email }) => send('POST', '/forgot-password', { email }),
    own: 200,
    named: true,
    cost: { stranger: ONE_MAIL, client: ONE_MAIL },
  },
  {
    route: 'POST /confirm-new-password',
    access: 'public',
    ask: ({ email }) =>
      send('POST', '/confirm-new-password', {
        email,
        confirmationCode: '000000',
        password: A_PASSWORD,
        reset_id: 'none',
      }),
    own: 400,
    named: true,
  },
  {
    route: 'POST /set-password-by-link',
    access: 'public',
    // The key of a mail proves who asks; no mail has this key.
    ask: () => send('POST', '/set-password-by-link', { key: 'k'.repeat(43), password: A_PASSWORD }),
    own: 400,
  },

  // the record
  {
    route: 'POST /auth/claim-record',
    access: 'session',
    // No mail has this link, and these clients have a record.
    ask: () => send('POST', '/auth/claim-record', { token: 'k'.repeat(43), phone_ending: '0100' }),
    own: 410,
  },
  {
    route: 'POST /auth/request-house-calls',
    access: 'profile',
    ask: () => ({ method: 'POST', url: '/auth/request-house-calls' }),
    own: 200,
    other: 403, // without a first visit
  },
  { route: 'GET /auth/get-user', access: 'session', ask: () => get('/auth/get-user'), own: 200 },
  {
    route: 'GET /auth/get-user',
    access: 'session',
    ask: ({ user_id }) => get(`/auth/get-user?id=${user_id}&user_id=${user_id}`),
    own: 200,
  },
  {
    route: 'POST /auth/create-user',
    access: 'session',
    ask: ({ user_id, stripe_id, email }) =>
      send('POST', '/auth/create-user', { ...PROFILE, id: user_id, stripe_id, email }),
    own: 409,
  },
  {
    route: 'PUT /auth/update-user',
    access: 'record',
    ask: ({ user_id, stripe_id }) =>
      send('PUT', '/auth/update-user', { ...PROFILE, id: user_id, stripe_id, cognito_sub: user_id }),
    own: 200,
    cost: { client: { rows: 2 } },
  },
  {
    route: 'PUT /auth/update-user',
    access: 'record',
    ask: ({ email }) => send('PUT', '/auth/update-user', { ...PROFILE, email }),
    own: 200,
    other: 422,
  },
  {
    route: 'POST /auth/validate-address',
    access: 'session',
    ask: () =>
      send('POST', '/auth/validate-address', {
        street_number: '1',
        street: '1 Main St',
        unit: '2',
        city: 'Portland',
        state: 'OR',
        zip_code: '97214',
      }),
    own: 200,
  },
  {
    route: 'POST /auth/get-presigned-url',
    access: 'record',
    ask: () =>
      send('POST', '/auth/get-presigned-url', {
        fileName: 'p.jpg',
        fileType: 'image/jpeg',
        fileSize: 200_000,
      }),
    own: 200,
    cost: { client: { rows: 1 } },
  },
  {
    route: 'POST /auth/update-profile-photo',
    access: 'record',
    ask: ({ photo_url }) => send('POST', '/auth/update-profile-photo', { photoUrl: photo_url }),
    own: 200,
    other: 404,
    named: true,
    cost: {
      client: { rows: 2 },
      worstOfClient: (world) => ({
        'a photo of 5 MB': () => uploadedPhoto(world, largePhoto(0x55)),
        'a photo of 5 MB that is all marks': () => uploadedPhoto(world, largePhoto(0xff)),
      }),
    },
  },
  {
    route: 'PUT /uploads/:key',
    access: 'public', // for anyone with the signed address, which only the owner gets
    ask: ({ upload, upload_body }) => ({
      method: 'PUT',
      url: upload.replace(/signature=./, 'signature=!'),
      headers: { 'content-type': 'image/jpeg' },
      payload: upload_body,
    }),
    own: 403,
    named: true,
    cost: {
      client: { bytes_read: UNREAD_BYTES + MAX_PHOTO_BYTES },
      worst: ({ owned }) => ({
        'a photo of 5 MB at an address of its own making': () => ({
          method: 'PUT',
          url: owned.upload.replace(/signature=./, 'signature=!'),
          headers: { 'content-type': 'image/jpeg' },
          body: largePhoto(0x55),
        }),
      }),
      worstOfClient: (world) => ({
        'a photo of 5 MB': async () => {
          const { upload } = await ticket(world);
          return {
            method: 'PUT',
            url: upload,
            headers: { 'content-type': 'image/jpeg' },
            body: largePhoto(0x55),
          };
        },
      }),
    },
  },
];
