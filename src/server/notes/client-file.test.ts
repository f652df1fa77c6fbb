import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  staffAddToSessionNote,
  staffClientFile,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import type { VisitFile } from '#contract/client-file.schemas.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { draftField, notesField, publishedField } from '../bookings/sealed-fields.ts';
import { answersField } from '../forms/sealed-fields.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock, keyring } = site;
const staff = await site.signInStaff(undefined, { unlocked: true });
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });

const delta = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
const ago = (ms: number) => new Date(clock.now().getTime() - ms);

/** A client with visits that began so many days ago, and how to read and write about them. */
async function newClient(days: readonly number[] = []) {
  const { id } = await db
    .insertInto('users')
    .values({
      email: '',
      first_name: 'Odile',
      cognito_sub: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await keyring.keyOf(db, id, clock.now());
  const visits: string[] = [];
  for (const day of days)
    visits.push(
      await addBooking(db, {
        user_id: id,
        service_id,
        service_name: 'Marma Session',
        start_time: ago(day * DAY),
        created_at: ago(400 * DAY),
        status: day > 0 ? 'COMPLETED' : 'CONFIRMED',
      }),
    );
  return {
    id,
    visits,
    key,
    read: async (after?: string, by = staff) => {
      const { json } = await by.call(staffClientFile, { params: { id }, query: { after } });
      return { ...json, visits: json.visits as VisitFile[] };
    },
    write: (booking_id: string, text: string) =>
      staff.call(staffSaveSessionNote, {
        params: { id: booking_id },
        body: { body: delta(text), version: 0 },
      }),
    sign: (booking_id: string) =>
      staff.call(staffSignSessionNote, {
        params: { id: booking_id },
        body: { action_id: randomUUID(), version: 1 },
      }),
    add: (booking_id: string, text: string) =>
      staff.call(staffAddToSessionNote, {
        params: { id: booking_id },
        body: { action_id: randomUUID(), body: delta(text) },
      }),
    set: (booking_id: string, change: object) =>
      db.updateTable('bookings').set(change).where('id', '=', booking_id).execute(),
    async submit(answers: Record<string, unknown>, submitted_at: Date, at = 0) {
      const submission = randomUUID();
      const version = await db
        .selectFrom('form_versions')
        .innerJoin('forms', 'forms.id', 'form_versions.form_id')
        .select(['form_id', 'version'])
        .where('key', '=', 'ayurvedic-intake')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('submissions')
        .values({
          id: submission,
          user_id: id,
          form_id: version.form_id,
          form_version: version.version,
          booking_id: visits[at] ?? null,
          service_id,
          answers: key.seal(answersField(submission), JSON.stringify(answers)),
          submitted_at,
        })
        .execute();
      return submission;
    },
  };
}

describe('GET /api/staff/clients/:id/file', () => {
  it('has each visit with its note and addenda, the recommendation, and what is pinned; the latest first', async () => {
    const client = await newClient([30, 10, 2]);
    const [first, , last] = client.visits as [string, string, string];
    await client.write(first, 'Slept badly.');
    await client.sign(first);
    await client.add(first, 'She called.');
    await client.write(last, 'A draft.');
    await client.set(last, {
      recommendations_draft: sealDocument(client.key, draftField(last), delta('Being written')),
      published_recommendations: sealDocument(client.key, publishedField(last), delta('Rest more')),
    });
    await staff.call(staffSavePinnedNote, {
      params: { id: client.id },
      body: { body: delta('Nuts'), version: 0 },
    });
    const file = await client.read();
    expect(file.visits.map(({ booking_id }) => booking_id)).toEqual([...client.visits].reverse());
    expect(file.next).toBeNull();
    expect(file.pinned_note).toMatchObject({ body: delta('Nuts'), version: 1 });
    expect(file.visits[0]).toMatchObject({
      service_name: 'Marma Session',
      status: 'COMPLETED',
      note: { body: delta('A draft.'), signed: null, addenda: [] },
      recommendation: { published: delta('Rest more'), draft: delta('Being written') },
      shared_reflection: null,
    });
    expect(file.visits[1]).toMatchObject({ note: null, recommendation: null });
    expect(file.visits[2]?.note).toMatchObject({
      body: delta('Slept badly.'),
      signed: { by: 'Nalini' },
      addenda: [{ body: delta('She called.'), signed: { by: 'Nalini' } }],
    });
  });

  it('has a reflection only while the client shares it', async () => {
    const client = await newClient([5]);
    const [id] = client.visits as [string];
    await client.set(id, {
      client_notes: sealDocument(client.key, notesField(id), delta('Canary of a walk')),
      notes_updated_at: ago(4 * DAY),
    });
    expect(JSON.stringify(await client.read())).not.toContain('Canary');
    await client.set(id, { client_notes_shared_at: ago(3 * DAY) });
    expect((await client.read()).visits[0]?.shared_reflection).toEqual({
      body: delta('Canary of a walk'),
      written_at: ago(4 * DAY).toISOString(),
      shared_at: ago(3 * DAY).toISOString(),
    });
    await client.set(id, { client_notes_shared_at: null });
    expect(JSON.stringify(await client.read())).not.toContain('Canary');
  });

  it('leaves out what is far ahead, missed or cancelled, unless something was written', async () => {
    const client = await newClient([3, 2, 1, -0.5, -5, -6]);
    const [, missed, cancelled, tomorrow, , written] = client.visits as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await client.set(missed, { status: 'NO_SHOW' });
    await client.set(cancelled, { status: 'CANCELLED' });
    await client.write(written, 'To prepare.');
    expect((await client.read()).visits.map(({ booking_id }) => booking_id)).toEqual([
      written,
      tomorrow,
      client.visits[0],
    ]);
    await client.write(cancelled, 'Called off: flu.');
    expect((await client.read()).visits.map(({ status }) => status)).toContain('CANCELLED');
  });

  it('comes in pages of 20 visits, and in smaller ones where notes are large', async () => {
    const client = await newClient(Array.from({ length: 45 }, (_, n) => n + 1));
    const pages: Awaited<ReturnType<typeof client.read>>[] = [await client.read()];
    while (pages.at(-1)!.next !== null) pages.push(await client.read(pages.at(-1)!.next!));
    expect(pages.map(({ visits }) => visits.length)).toEqual([20, 20, 5]);
    expect(new Set(pages.flatMap(({ visits }) => visits.map(({ booking_id }) => booking_id))).size).toBe(45);
    expect(pages[1]).toMatchObject({ pinned_note: null, since_last_time: null });

    const picture = { insert: { image: `data:image/png;base64,${'A'.repeat(1_900_000)}` } };
    for (const id of client.visits.slice(0, 6))
      await client.set(id, {
        published_recommendations: sealDocument(client.key, publishedField(id), { ops: [picture] }),
      });
    expect((await client.read()).visits).toHaveLength(4);
  });

  it('is recorded once for a visit, session and quarter of an hour, and only where something was read', async () => {
    clock.advance(HOUR);
    const reader = await site.signInStaff(undefined, { unlocked: true });
    const client = await newClient([3, 2]);
    const [read, empty] = client.visits as [string, string];
    await client.write(read, 'One.');
    await staff.call(staffSavePinnedNote, {
      params: { id: client.id },
      body: { body: delta('Nuts'), version: 0 },
    });
    for (let times = 0; times < 3; times += 1) await client.read(undefined, reader);
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'object_id'])
      .where('user_id', '=', client.id)
      .where('action', 'like', '%.read')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'pinned-note.read', object_id: client.id },
      { action: 'session-note.read', object_id: read },
    ]);
    expect(rows.map(({ object_id }) => object_id)).not.toContain(empty);
  });

  it('is for a client: 404 for another id, and after the record was deleted', async () => {
    const client = await newClient([1]);
    for (const id of [randomUUID(), 'nonsense'])
      expect((await staff.call(staffClientFile, { params: { id } })).json).toMatchObject({
        code: 'CLIENT_NOT_FOUND',
      });
    await client.set(client.visits[0]!, { user_id: null });
    await db.deleteFrom('users').where('id', '=', client.id).execute();
    expect((await staff.call(staffClientFile, { params: { id: client.id } })).status).toBe(404);
  });
});

describe('since last time', () => {
  it('says nothing before the second visit', async () => {
    expect((await (await newClient([0])).read()).since_last_time).toBeNull();
  });

  it('has changed answers in words, what was missed, and what was written since', async () => {
    const client = await newClient([60, 30, 12, 0]);
    const [, last, missed] = client.visits as [string, string, string];
    await client.set(missed, { status: 'NO_SHOW' });
    await client.write(last, 'Signed.');
    await client.sign(last);
    await client.add(last, 'Later.');
    const form = await db
      .selectFrom('form_versions')
      .innerJoin('forms', 'forms.id', 'form_versions.form_id')
      .select('content')
      .where('key', '=', 'ayurvedic-intake')
      .executeTakeFirstOrThrow();
    const questions = (
      form.content as unknown as { sections: { questions: { id: string; label: string; type: string }[] }[] }
    ).sections
      .flatMap((section) => section.questions)
      .filter(({ type }) => type !== 'SIGNATURE');
    const [same, changed, gone, fresh] = questions as [
      (typeof questions)[0],
      (typeof questions)[0],
      (typeof questions)[0],
      (typeof questions)[0],
    ];
    await client.submit(
      { [same.id]: 'As ever', [changed.id]: '6 hours', [gone.id]: 'Tea' },
      ago(70 * DAY),
      0,
    );
    const submission = await client.submit(
      { [same.id]: 'As ever', [changed.id]: ['4 hours', 'x'.repeat(500)], [fresh.id]: 'Ginger' },
      ago(5 * DAY),
      1,
    );
    const { since_last_time } = await client.read();
    expect(since_last_time?.last_visit).toMatchObject({ booking_id: last });
    expect(since_last_time?.forms).toMatchObject([{ submission_id: submission, is_first: false }]);
    const differences = since_last_time!.forms[0]!.differences;
    expect(differences).toContainEqual({ label: gone.label, kind: 'GONE', before: 'Tea', now: null });
    expect(differences).toContainEqual({ label: fresh.label, kind: 'NEW', before: null, now: 'Ginger' });
    const one = differences.find(({ kind }) => kind === 'CHANGED')!;
    expect(one).toMatchObject({ label: changed.label, before: '6 hours' });
    expect(one.now).toMatch(/^4 hours, x{200,}…$/);
    expect(differences.map(({ label }) => label)).not.toContain(same.label);
    expect(since_last_time?.missed).toMatchObject([{ booking_id: missed, status: 'NO_SHOW' }]);
    expect(since_last_time?.notes).toMatchObject([{ booking_id: last, kind: 'ADDENDUM' }]);
  });
});
