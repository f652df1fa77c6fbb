import { randomUUID } from 'node:crypto';
import { MAX_NOTES_BYTES, MAX_NOTE_LINES, MAX_NOTE_OPS } from '#domain/text/notes.ts';
import { MAX_PHOTO_BYTES } from '#domain/people/photo.ts';
import type { OutputOf } from '#contract/call.ts';
import type * as userCalls from '#contract/client.calls.ts';
import { insertPaymentLink } from '#server/bookings/store.ts';
import { withJoinUrl } from '#server/sessions/join-link.ts';
import { hashToken } from '#server/sessions/tokens.ts';
import { visitPath } from '#server/sessions/visit-link.ts';
import { addBooking } from '../../support/sample-booking.ts';
import { sampleJpeg } from '../../support/sample-jpeg.ts';
import type { Ask, MakeAsk } from './measure-cost.ts';
import { isFull, randomFrom, seed, shuffled, size } from '../../support/profile.ts';
import { type CostWorld, json } from './cost-row.ts';
import { inTransaction } from '#server/db/transactions.ts';

/** The page of a visit with the most sessions to pay, which is rendered for each request. */
export function largestLink({ site, heavy }: CostWorld): Record<string, MakeAsk> {
  const insert = async (): Promise<string> => {
    const { db } = site.deps;
    const bookings = await db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', heavy.user_id!)
      .limit(21)
      .execute();
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', heavy.user_id!)
      .executeTakeFirstOrThrow();
    const path = visitPath(site.deps.config, { id: bookings[0]!.id, email });
    const now = site.clock.now();
    await inTransaction(db, (trx) =>
      insertPaymentLink(trx, {
        user_id: heavy.user_id!,
        booking_ids: bookings.map(({ id }) => id),
        token_hash: hashToken(path.slice('/visit/'.length)),
        created_at: now,
        expires_at: new Date(now.getTime() + 30 * 86_400_000),
      }),
    );
    return path;
  };
  let link: Promise<string> | undefined;
  const headers = { 'accept-encoding': 'gzip, br' };
  return {
    'rendered, most sessions': async () => ({
      method: 'GET',
      url: await (link ??= insert()),
      headers,
    }),
  };
}

/** A call of the page of a visit to come, by the link of a client without a login. */
export const ofLinkedVisit =
  (path: string, body: object) =>
  ({ site, owned }: CostWorld): Record<string, MakeAsk> => ({
    'by a link': async () => {
      const { db, config } = site.deps;
      const email = `${randomUUID()}@example.com`;
      const now = site.clock.now();
      const client = { email, first_name: 'Petra', phone: '+15035550000', created_at: now, updated_at: now };
      const { id: user_id } = await db
        .insertInto('users')
        .values(client)
        .returning('id')
        .executeTakeFirstOrThrow();
      const { service_id } = await db
        .selectFrom('bookings')
        .select('service_id')
        .where('id', '=', owned.next_booking)
        .executeTakeFirstOrThrow();
      const start_time = new Date(now.getTime() + 5 * 86_400_000);
      const id = await addBooking(db, { user_id, service_id, start_time, created_at: now });
      return json('POST', `/api${visitPath(config, { id, email }).replace('visit', 'visits')}/${path}`, body);
    },
  });

/** The page of a client's link to a session, which is rendered for each request. */
export function onlineLink({ site, owned }: CostWorld): Record<string, MakeAsk> {
  const booking = { id: owned.next_booking, location_type: 'VIRTUAL' };
  const path = withJoinUrl({ ...site.deps.config, site_url: '' })(booking).join_url!;
  return { rendered: () => ({ method: 'GET', url: path, headers: { 'accept-encoding': 'gzip, br' } }) };
}

/** A sign-up that is one, with the longest password. */
export function newAccounts(): Record<string, MakeAsk> {
  const username = () => `${randomUUID()}@example.com`;
  return {
    'a new account': () =>
      json('POST', '/sign-up', { username: username(), password: `Aa1!${'x'.repeat(1000)}` }),
  };
}

/** Notes as large as can be saved, each worst in another way. */
export function largestNotes(): Record<string, string | object> {
  const room = MAX_NOTES_BYTES - 100_000;
  const attributes = (n: number) => ({
    bold: true,
    ...(n % 2 ? { underline: true } : { strike: true }),
  });
  const most = Array.from({ length: MAX_NOTE_OPS }, (_, n) => ({
    insert: 'a\n'.repeat(n === 0 ? 1 : 0) + 'a',
    attributes: attributes(n),
  }));
  const linked = Array.from({ length: Math.floor(room / 2150) }, (_, n) => ({
    insert: `a${n}\n`,
    attributes: { link: `https://x.example/${'a'.repeat(2000)}${n}` },
  }));
  return {
    'most operations': { ops: most },
    'most operations, as text': JSON.stringify({ ops: most.slice(0, 18_000) }),
    'most lines': {
      ops: [{ insert: 'a\n'.repeat(MAX_NOTE_LINES - 1) + 'y'.repeat(room - 3 * MAX_NOTE_LINES) }],
    },
    'longest links': { ops: linked },
    'a picture': {
      ops: [{ insert: { image: `data:image/png;base64,${'A'.repeat(room)}` } }, { insert: '\n' }],
    },
    'plain text': 'z'.repeat(room),
    'plain text that looks like JSON': `{${'"a":[],'.repeat(20_000)}${'z'.repeat(room - 180_000)}`,
    'values that nobody reads': {
      ops: Array.from({ length: 19_000 }, () => ({ insert: 'a', attributes: { x: [0, 0] } })),
    },
  };
}

/** In the small size those that cost most, by name in s13-cost-matrix.test.ts. */
export const costliestNotes = () =>
  Object.entries(largestNotes()).filter(
    ([name]) => isFull || ['most operations', 'most lines', 'longest links'].includes(name),
  );

const random = randomFrom(seed);
/** The notes of staff are read by the same code as those of clients: in the small size two of them, others in each run. */
export const someNotes = () => shuffled(Object.entries(largestNotes()), random).slice(0, size(2, Infinity));

/** A JPEG of 5 MB. */
export function largePhoto(fill: number, bytes = MAX_PHOTO_BYTES): Buffer {
  const bare = sampleJpeg({ scan: Buffer.alloc(0) }).length;
  const scan = Buffer.alloc(bytes - bare - 10, fill);
  if (fill === 0xff) for (let at = 1; at < scan.length; at += 2) scan[at] = 0;
  return sampleJpeg({ width: 8, height: 8, scan });
}

export async function ticket({ client }: CostWorld): Promise<{ upload: string; photoUrl: string }> {
  const asked = await client.request({
    method: 'POST',
    url: '/auth/get-presigned-url',
    payload: { fileName: 'p.jpg', fileType: 'image/jpeg' },
  });
  const { uploadUrl, photoUrl } = asked.json<OutputOf<typeof userCalls.getPresignedUrl>>();
  const { pathname, search } = new URL(uploadUrl, 'http://localhost');
  return { upload: pathname + search, photoUrl };
}

export async function uploadedPhoto(world: CostWorld, photo: Buffer): Promise<Ask> {
  const { upload, photoUrl } = await ticket(world);
  const sent = await world.client.request({
    method: 'PUT',
    url: upload,
    headers: { 'content-type': 'image/jpeg' },
    payload: photo,
  });
  if (sent.statusCode !== 200) throw new Error(sent.body);
  return json('POST', '/auth/update-profile-photo', { photoUrl });
}
