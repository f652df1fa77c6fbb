import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import {
  staffAddToSessionNote,
  staffExportClient,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import { accessLog, downloadMyData, getUserBookings, shareNotes } from '#contract/client.calls.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import type { User } from '#contract/users.schemas.ts';
import { markdownOf } from './markdown.ts';
import { zipOfMyData } from './my-data.ts';

const { db, signInClient, signInStaff } = await testApp();
let maren: TestClient;
let files: Record<string, Uint8Array>;
const text = (name: string) => Buffer.from(files[name]!).toString('utf8');

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  const answer = await maren.call(downloadMyData);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="my-data-2026-03-02.zip"');
  files = unzipSync(new Uint8Array(answer.bytes));
});

test('holds the profile, every booking, and a calendar file', () => {
  expect(JSON.parse(text('profile.json'))).toMatchObject({
    first_name: 'Maren',
    email: 'demo@example.com',
    marked_known: false,
  });
  expect(JSON.parse(text('bookings.json'))).toHaveLength(14);
  expect(text('calendar.ics')).toContain('BEGIN:VCALENDAR');
  expect(text('README.md')).toContain('Maren Okafor');
});

test('notes are Markdown, with a section for each author', () => {
  const first = Object.keys(files)
    .filter((name) => name.startsWith('notes/'))
    .sort()[0]!;
  expect(first).toMatch(/^notes\/\d{4}-\d{2}-\d{2} ayurvedic-consultation\.md$/);
  const words = text(first);
  expect(words).toContain('# Ayurvedic Consultation');
  expect(words.indexOf('## Practitioner Notes')).toBeLessThan(words.indexOf('## Your Reflections'));
  expect(words).toContain('**lunch**');
  expect(words).toContain('- Something warm before nine');
});

test('answers stand with their questions, signatures beside them as PNG', () => {
  // The intake is there twice; the names begin with the dates.
  const intakes = Object.keys(files).filter((name) => /^forms\/.*ayurved.*\.md$/.test(name));
  expect(intakes).toHaveLength(2);
  const words = text(intakes.toSorted()[0]!);
  expect(words).toContain('The neighbor’s truck, at twenty to six.');
  const picture = /!\[Signature\]\(<(.+\.png)>\)/.exec(words)![1]!;
  const png = files[`forms/${picture}`]!;
  expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
});

test('two signatures whose questions read alike are two pictures', () => {
  const now = new Date('2026-03-02T17:00:00Z');
  const at = now.toISOString();
  const ids = ['sign a', 'sign-a'];
  const questions = ids.map((id) => ({ id, label: id, type: 'SIGNATURE', required: true, options: [] }));
  const signed = (bytes: number[]) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  const form = {
    id: 'f',
    name: 'Waiver',
    description: '',
    type: 'WAIVER',
    is_global: true,
    content: { sections: [{ title: '', questions }] },
    created_at: at,
    updated_at: at,
  };
  const completed = {
    form_id: 'f',
    form_name: 'Waiver',
    form_type: 'WAIVER',
    source: 'CLIENT' as const,
    signed_on: null,
    signed_by: null,
    service_id: null,
    service_name: null,
    booking_id: null,
    responses: { 'sign a': signed([1]), 'sign-a': signed([2]) },
    submitted_at: at,
    created_at: at,
    updated_at: at,
    form,
  };
  const user = JSON.parse(text('profile.json')) as User;
  const zip = zipOfMyData({
    user,
    photo: null,
    bookings: [],
    forms: [completed],
    calendar: '',
    made_at: now,
  });
  const found = unzipSync(zip);
  const words = Buffer.from(found['forms/2026-03-02 waiver.md']!).toString('utf8');
  const pictures = [...words.matchAll(/!\[Signature\]\(<(.+\.png)>\)/g)].map(([, name]) => name);
  expect(pictures.map((name) => [...found[`forms/${name}`]!])).toEqual([[1], [2]]);
});

test('a note of pictures is stored as it is, so that many do not hold up everybody', () => {
  const user = JSON.parse(text('profile.json')) as User;
  const picture = `data:image/jpeg;base64,${'AAAA'.repeat(250_000)}`;
  const booking = {
    ...(JSON.parse(text('bookings.json')) as Booking[])[0]!,
    client_notes: { ops: [{ insert: { image: picture } }] },
    published_recommendations: null,
  };
  const zip = zipOfMyData({
    user: { ...user, first_name: '', last_name: '' },
    photo: null,
    bookings: [booking],
    forms: [],
    calendar: '',
    made_at: new Date('2026-03-02T17:00:00Z'),
  });
  expect(zip.length).toBeGreaterThan(picture.length);
  const found = unzipSync(zip);
  const note = Object.keys(found).find((name) => name.startsWith('notes/'))!;
  expect(Buffer.from(found[note]!).toString('utf8')).toContain(picture);
  expect(Buffer.from(found['README.md']!).toString('utf8')).toContain('For demo@example.com, March 2, 2026.');
});

test('the download is audited', async () => {
  const row = await db.selectFrom('audit').select('user_id').where('action', '=', 'data.download').execute();
  expect(row).toEqual([{ user_id: maren.user_id }]);
});

test("Markdown marks in a client's text stay plain text", () => {
  const ops = [
    { insert: '2 * 3 * 4 [not](a link) <b>', attributes: {} },
    { insert: ' bold ', attributes: { bold: true } },
    { insert: 'site', attributes: { link: 'https://a.example' } },
    { insert: '\none' },
    { insert: '\n', attributes: { list: 'ordered' } },
    { insert: 'deeper' },
    { insert: '\n', attributes: { list: 'bullet', indent: 1 } },
  ];
  expect(markdownOf({ ops })).toBe(
    '2 \\* 3 \\* 4 \\[not\\](a link) \\<b\\> **bold** [site](https://a.example)\n\n1. one\n    - deeper\n',
  );
});

test('the file for the practice has session notes and what is pinned, of reflections only shared ones, and no chosen amount', async () => {
  const staff = await signInStaff(undefined, { unlocked: true });
  const bookings = (await maren.call(getUserBookings)).json;
  const noted = await db.selectFrom('session_notes').select('booking_id').execute();
  const written = bookings.filter(
    ({ id, client_notes }) => client_notes !== null && noted.every(({ booking_id }) => booking_id !== id),
  );
  const [shared, unshared] = written as [Booking, Booking];
  const wordOf = ({ client_notes }: Booking) =>
    (client_notes!.ops[0]!.insert as string).split('\n', 1)[0]!.slice(0, 20);
  await maren.call(shareNotes, { body: { id: shared.id, shared: true } });
  const params = { id: shared.id };
  const action_id = randomUUID();
  await staff.call(staffSaveSessionNote, { params, body: { body: 'Slept badly', version: 0 } });
  await staff.call(staffSignSessionNote, { params, body: { action_id, version: 1 } });
  const addendum = { action_id: randomUUID(), body: 'She called' };
  await staff.call(staffAddToSessionNote, { params, body: addendum });
  await staff.call(staffSaveSessionNote, {
    params: { id: unshared.id },
    body: { body: 'Unfinished', version: 0 },
  });
  await staff.call(staffSavePinnedNote, {
    params: { id: maren.user_id },
    body: {
      body: 'Zinnia pollen',
      version: 1, // over that of the sample
    },
  });
  const contact = { client_id: maren.user_id!, kind: 'PHONE' } as const;
  await staff.call(staffSaveSessionNote, {
    params: { id: randomUUID() },
    body: { body: 'She phoned', version: 0, contact },
  });
  await db
    .updateTable('bookings')
    .set({ price_chosen_by_client: true })
    .where('id', '=', shared.id)
    .execute();

  const answer = await staff.call(staffExportClient, { params: { id: maren.user_id } });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  files = unzipSync(new Uint8Array(answer.bytes));
  const all = Object.keys(files).map(text).join('\n');
  expect(text('important.md')).toContain('Zinnia pollen');
  const notes = Object.keys(files)
    .filter((name) => name.startsWith('notes/'))
    .map(text);
  const signed = notes.find((words) => words.includes('Slept badly'))!;
  expect(signed).toMatch(/## Session note, signed by Nalini, March 2, 2026/);
  expect(signed.indexOf('### Added by Nalini')).toBeGreaterThan(signed.indexOf('Slept badly'));
  expect(signed).toContain('## Reflection shared by the client');
  expect(signed).toContain(wordOf(shared));
  expect(notes.find((words) => words.includes('Unfinished'))).toContain('## Session note, not signed');
  expect(text('notes/2026-03-02 phone-call.md')).toMatch(
    /^# Phone call\n[^]*## Note, not signed\n\nShe phoned\n$/,
  );
  expect(all).not.toContain(wordOf(unshared));
  const exported = JSON.parse(text('bookings.json')) as { id: string; price_cents: number | null }[];
  expect(exported.find(({ id }) => id === shared.id)).toMatchObject({ price_cents: null, paid_cents: null });
  expect(exported.filter(({ price_cents }) => price_cents !== null).length).toBeGreaterThan(5);
  expect(JSON.parse(text('profile.json'))).not.toHaveProperty('stripe_id');

  // The client's own file has nothing of it.
  const own = unzipSync(new Uint8Array((await maren.call(downloadMyData)).bytes));
  const words = Object.values(own)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n');
  for (const secret of ['Slept badly', 'She called', 'Unfinished', 'Zinnia pollen'])
    expect(words).not.toContain(secret);
  expect(words).toContain(wordOf(unshared));
});

test('the file for the practice is for an unlocked member, is recorded, and the client is notified', async () => {
  const locked = await signInStaff();
  expect((await locked.call(staffExportClient, { params: { id: maren.user_id } })).json).toMatchObject({
    code: 'STEP_UP_REQUIRED',
  });
  const staff = await signInStaff(undefined, { unlocked: true });
  expect((await staff.call(staffExportClient, { params: { id: randomUUID() } })).json).toMatchObject({
    code: 'CLIENT_NOT_FOUND',
  });
  const { reads } = (await maren.call(accessLog)).json;
  expect(reads.filter(({ kind }) => kind === 'FILE')).toMatchObject([{ by: 'Nalini' }]);
});
