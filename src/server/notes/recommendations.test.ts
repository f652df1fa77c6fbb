import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { declineSuggestion, getSlots, getSuggestions, getUserBookings } from '#contract/client.calls.ts';
import {
  staffPublishRecommendation,
  staffSaveRecommendation,
  staffSessionNote,
  staffWithdrawRecommendation,
} from '#contract/staff.calls.ts';
import type { SuggestedSession } from '#contract/notes.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';
import { cleanUp } from '../jobs/clean-up.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock, deps } = site;
let staff = await site.signInStaff(undefined, { unlocked: true });
const colleague = await site.signInStaff('second@example.com', { unlocked: true });
let maren = await site.signInClient('demo@example.com');
const other = await site.signInClient('new@example.com');
const service_id = await addService(db, { key: 'marma', name: 'Marma Session', duration: 45 });
await db
  .insertInto('rules')
  .values(
    Array.from({ length: 7 }, (_, day_of_week) => ({
      id: randomUUID(),
      service_id,
      location_type: 'FIXED_LOCATION' as const,
      day_of_week,
      pattern: 'WEEKLY' as const,
      start_date: '2026-01-01',
      start_time: '06:00',
      end_time: '07:30',
      slot_step_min: 45,
    })),
  )
  .execute();

/** A visit of Maren that began `hours` ago. */
async function visit(hours = 1, more: object = {}): Promise<string> {
  const now = clock.now();
  const start_time = new Date(now.getTime() - hours * HOUR);
  return await addBooking(db, {
    user_id: maren.user_id,
    service_id,
    start_time,
    created_at: now,
    status: 'COMPLETED',
    ...more,
  });
}

/** Days pass, which no session outlives. */
async function nextDay(days = 1): Promise<void> {
  clock.advance(days * 24 * HOUR);
  staff = await site.signInStaff(undefined, { unlocked: true });
  maren = await site.signInClient('demo@example.com');
}
const today = () => clock.now().toISOString().slice(0, 10);
const delta = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
const read = async (id: string) =>
  (await staff.call(staffSessionNote, { params: { id } })).json.recommendation;
const save = (id: string, text: string, version: number, by = staff) =>
  by.call(staffSaveRecommendation, { params: { id }, body: { draft: delta(text), version } });
/** Saves a draft with what it suggests. */
const draft = (id: string, version: number, next_step: SuggestedSession | null) =>
  staff.call(staffSaveRecommendation, {
    params: { id },
    body: { draft: delta('Text.'), version, next_step },
  });
const publish = (
  id: string,
  version: number,
  suggestion: SuggestedSession | null = null,
  { by = staff, action_id = randomUUID() as string } = {},
) => by.call(staffPublishRecommendation, { params: { id }, body: { action_id, version, suggestion } });
const withdraw = (id: string, action_id: string = randomUUID()) =>
  staff.call(staffWithdrawRecommendation, { params: { id }, body: { action_id } });
const marma = (change: Partial<SuggestedSession> = {}): SuggestedSession => ({
  service_id,
  place: 'FIXED_LOCATION',
  around: addDays(today(), 14),
  times: 1,
  every_weeks: 1,
  ...change,
});
async function published(text: string, suggestion?: SuggestedSession): Promise<string> {
  const id = await visit();
  await save(id, text, 0);
  expect((await publish(id, 1, suggestion ?? null)).status).toBe(200);
  return id;
}
const asClient = async (id: string) =>
  (await maren.call(getUserBookings)).json.find((each) => each.id === id)!;
const suggestions = async (to = maren) => (await to.call(getSuggestions)).json.suggestions;
const stateOf = async (booking_id: string) =>
  await db
    .selectFrom('suggested_sessions')
    .select(['state', 'booked'])
    .where('booking_id', '=', booking_id)
    .orderBy('created_at')
    .execute();
const mails = async () =>
  await db.selectFrom('outbox').selectAll().where('kind', '=', 'note-waiting').orderBy('seq').execute();

beforeEach(async () => {
  await db.deleteFrom('suggested_sessions').execute();
});

describe('a recommendation', () => {
  it('is a draft that the client knows nothing of, until it is published', async () => {
    const id = await visit();
    expect(await read(id)).toMatchObject({ version: 0, draft: null, published: null, is_published: false });
    expect((await save(id, 'Warm soup.', 0)).json).toMatchObject({ version: 1 });
    expect((await asClient(id)).published_recommendations).toBeNull();
    const before = (await mails()).length;
    const { status, json } = await publish(id, 1);
    expect([status, json.version, json.published_at]).toEqual([200, 2, clock.now().toISOString()]);
    expect(await asClient(id)).toMatchObject({
      published_recommendations: delta('Warm soup.'),
      published_at: clock.now().toISOString(),
      republished_at: null,
    });
    expect(await read(id)).toMatchObject({ draft: null, published: delta('Warm soup.'), is_published: true });
    const sent = (await mails()).slice(before);
    expect(sent.map(({ to_address }) => to_address)).toEqual(['demo@example.com']);
    expect(JSON.stringify(sent)).not.toMatch(/soup|Marma|Morning Flow/i);
  });

  it('changes for the client when the changes are published, with at most one mail a day', async () => {
    const id = await published('Warm soup.');
    const before = (await mails()).length;
    await save(id, 'Warm soup, and the walk.', 2);
    expect((await asClient(id)).published_recommendations).toEqual(delta('Warm soup.'));
    clock.advance(60_000);
    expect((await publish(id, 3)).json).toMatchObject({ republished_at: clock.now().toISOString() });
    expect((await asClient(id)).published_recommendations).toEqual(delta('Warm soup, and the walk.'));
    expect((await mails()).length).toBe(before);
    await nextDay();
    await save(id, 'Warm soup, the walk, and tea.', 4);
    await publish(id, 5);
    expect((await mails()).length).toBe(before + 1);
  });

  it('is withdrawn into the draft, and the client is told so', async () => {
    const id = await published('A mistake.', marma());
    expect((await withdraw(id)).json).toMatchObject({ is_published: false, version: 3 });
    expect(await read(id)).toMatchObject({ draft: delta('A mistake.'), published: null });
    expect(await asClient(id)).toMatchObject({
      published_recommendations: null,
      published_at: null,
      recommendation_withdrawn_at: clock.now().toISOString(),
    });
    expect(await stateOf(id)).toEqual([{ state: 'WITHDRAWN', booked: 0 }]);
    expect((await withdraw(id)).json).toMatchObject({ code: 'NOTE_CHANGED' });
    expect((await publish(id, 3)).json).toMatchObject({ is_published: true, withdrawn_at: null });
    expect((await asClient(id)).recommendation_withdrawn_at).toBeNull();
  });

  it('keeps newer changes when it is withdrawn', async () => {
    const id = await published('The first.');
    await save(id, 'The second.', 2);
    await withdraw(id);
    expect((await read(id)).draft).toEqual(delta('The second.'));
  });

  it('is never overwritten, published or withdrawn over a version that the writer did not see', async () => {
    const id = await visit();
    await save(id, 'From the laptop.', 0);
    for (const answer of [await save(id, 'From the phone.', 0, colleague), await publish(id, 0)]) {
      expect([answer.status, answer.json.code]).toEqual([409, 'NOTE_CHANGED']);
      expect(answer.json.details).toMatchObject({
        recommendation: { text: delta('From the laptop.'), version: 1 },
      });
    }
  });

  it('is refused empty, before the visit, of a visit that was missed, of a hold and of a stranger', async () => {
    const id = await visit();
    expect((await publish(id, 0)).json.code).toBe('NOTE_EMPTY');
    await save(id, '', 0);
    expect((await publish(id, 1)).json.code).toBe('NOTE_EMPTY');
    const ahead = await visit(-2, { status: 'CONFIRMED' });
    expect((await save(ahead, 'Prepared.', 0)).status).toBe(200);
    expect((await publish(ahead, 1)).json.code).toBe('NOT_STARTED');
    const missed = await visit(3, { status: 'NO_SHOW' });
    await save(missed, 'Missed.', 0);
    expect((await publish(missed, 1)).json).toMatchObject({
      code: 'NOT_STARTED',
      message: expect.stringContaining('did not take place'),
    });
    const hold = await visit(-3, { status: 'WAITLISTED' });
    for (const unknown of [hold, randomUUID(), 'nonsense']) {
      expect((await save(unknown, 'x', 0)).status).toBe(404);
      expect((await publish(unknown, 0)).status).toBe(404);
      expect((await withdraw(unknown)).status).toBe(404);
    }
  });

  it('is published once by repeats of one action, and recorded without a word', async () => {
    const id = await visit();
    await save(id, 'Canary of a recommendation', 0);
    const action_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => publish(id, 1, marma(), { action_id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await publish(id, 1, null, { action_id })).json.code).toBe('ACTION_REUSED');
    const actions = await db.selectFrom('staff_actions').selectAll().where('object_id', '=', id).execute();
    expect(actions).toHaveLength(1);
    expect(actions[0]).toMatchObject({
      action: 'recommendations.publish',
      details: { update: false, suggested: true, notified: true },
    });
    const rows = db.selectFrom('audit').select('action').where('object_id', '=', id);
    const audited = await rows.orderBy('id').execute();
    expect(audited.map(({ action }) => action)).toEqual(['recommendations.write', 'recommendations.publish']);
    const row = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.published_recommendations?.includes('Canary')).toBe(false);
  });
});

describe('a suggested session', () => {
  it('comes with times that can be booked, around its date', async () => {
    const id = await published('Come again.', marma());
    const found = (await suggestions()).find(({ booking_id }) => booking_id === id)!;
    expect(found).toMatchObject({ service: { name: 'Marma Session', duration: 45 }, times: 1, booked: 0 });
    expect(found.dates).toHaveLength(3);
    for (const { date, slot } of found.dates) {
      const listed = await maren.call(getSlots, { body: { service: service_id, date } });
      expect(listed.json).toContainEqual(slot);
      expect(Math.abs(Date.parse(date) - Date.parse(found.around))).toBeLessThanOrEqual(10 * 24 * HOUR);
    }
    expect((await suggestions(other)).length).toBe(0);
    expect((await maren.call(declineSuggestion, { body: { id: found.id } })).status).toBe(200);
  });

  it('is drafted with the text, sealed, for every device, and is published by nobody but the practitioner', async () => {
    const id = await visit();
    expect((await draft(id, 0, marma({ times: 3 }))).status).toBe(200);
    expect(await read(id)).toMatchObject({ next_step: marma({ times: 3 }), suggestion: null });
    expect([await suggestions(), await stateOf(id)]).toEqual([[], []]);
    const row = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.suggestion_draft?.includes(service_id)).toBe(false);
    // Whoever saves only the text keeps what is suggested; who saves over another version reads it.
    expect((await save(id, 'More text.', 1)).status).toBe(200);
    const late = await draft(id, 1, null);
    expect(late.json.code).toBe('NOTE_CHANGED');
    expect(late.json.details).toMatchObject({
      recommendation: { version: 2, next_step: marma({ times: 3 }) },
    });
    await publish(id, 2, marma({ times: 3 }));
    expect(await read(id)).toMatchObject({ next_step: marma({ times: 3 }), suggestion: { state: 'OPEN' } });
  });

  it('stays for the client while another one, or none, is drafted; a withdrawal keeps it as a draft', async () => {
    const id = await published('Come again.', marma());
    await draft(id, 2, null);
    expect([(await read(id)).next_step, (await suggestions()).length]).toEqual([null, 1]);
    await draft(id, 3, marma());
    const row = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.suggestion_draft).toBeNull();
    await withdraw(id);
    expect(await read(id)).toMatchObject({ next_step: marma(), suggestion: { state: 'WITHDRAWN' } });
    expect(await suggestions()).toEqual([]);
    // What the client declines is suggested no more; what was drafted since then is.
    const declined = await published('Perhaps.', marma());
    const [open] = await suggestions();
    await maren.call(declineSuggestion, { body: { id: open!.id } });
    expect((await read(declined)).next_step).toBeNull();
    await draft(declined, 2, marma({ times: 2 }));
    expect((await read(declined)).next_step).toMatchObject({ times: 2 });
  });

  it('is drafted even if it cannot be booked now, but not as nonsense', async () => {
    const id = await visit();
    expect((await draft(id, 0, marma({ service_id: randomUUID() }))).status).toBe(200);
    expect((await draft(id, 1, marma({ service_id: 'nonsense' }))).json.code).toBe('SERVICE_NOT_FOUND');
    for (const change of [{ around: '2026-13-45' }, { times: 7 }, { place: 'MOON' as 'VIRTUAL' }])
      expect((await draft(id, 1, { ...marma(), ...change })).json.code).toBe('INVALID_INPUT');
  });

  it('says from when on it can be booked', async () => {
    const id = await published('In two months.', marma({ around: addDays(today(), 60) }));
    const found = (await suggestions()).find(({ booking_id }) => booking_id === id)!;
    expect(found).toMatchObject({ dates: [], opens_on: addDays(today(), 20) });
    await withdraw(id);
  });

  it('stays with what is booked of it while nothing of it changes, and is replaced otherwise', async () => {
    const id = await published('Three times.', marma({ times: 3 }));
    await db.updateTable('suggested_sessions').set({ booked: 1 }).where('booking_id', '=', id).execute();
    await save(id, 'Three times, please.', 2);
    await publish(id, 3, marma({ times: 3 }));
    expect(await stateOf(id)).toEqual([{ state: 'OPEN', booked: 1 }]);
    expect((await publish(id, 4, marma({ times: 2 }))).json.suggestion).toMatchObject({
      times: 2,
      state: 'OPEN',
    });
    expect(await stateOf(id)).toEqual([
      { state: 'WITHDRAWN', booked: 1 },
      { state: 'OPEN', booked: 0 },
    ]);
    expect((await publish(id, 5)).json.suggestion).toMatchObject({ state: 'WITHDRAWN' });
  });

  it('is declined by its client alone, once and again', async () => {
    const id = await published('Perhaps.', marma());
    const { id: suggestion } = (await suggestions()).find(({ booking_id }) => booking_id === id)!;
    const decline = (by = maren, which: string = suggestion) =>
      by.call(declineSuggestion, { body: { id: which } });
    expect((await decline(other)).status).toBe(404);
    expect((await decline(maren, randomUUID())).status).toBe(404);
    expect([(await decline()).status, (await decline()).status]).toEqual([200, 200]);
    expect(await stateOf(id)).toEqual([{ state: 'DECLINED', booked: 0 }]);
    expect(await suggestions()).toEqual([]);
    expect((await read(id)).suggestion).toMatchObject({ state: 'DECLINED' });
  });

  it.each([
    ['a service that is no longer offered', { service_id: randomUUID() }, 'SERVICE_NOT_FOUND'],
    ['a place where it is not offered', { place: 'VIRTUAL' }, 'INVALID_INPUT'],
    ['a day that is over', { around: '2026-01-01' }, 'INVALID_INPUT'],
    ['a day that does not exist', { around: '2026-13-45' }, 'INVALID_INPUT'],
    ['seven times', { times: 7 }, 'INVALID_INPUT'],
  ] as const)('is refused for %s, with nothing published', async (_, change, code) => {
    const id = await visit();
    await save(id, 'Text.', 0);
    expect((await publish(id, 1, { ...marma(), ...change })).json.code).toBe(code);
    expect((await read(id)).is_published).toBe(false);
  });

  it('needs an approval for house calls, and waits while there is none', async () => {
    const house = await addService(db, {
      key: 'house',
      name: 'Visit at home',
      service_location_type: ['HOUSE_CALL'],
    });
    const wish = marma({ service_id: house, place: 'HOUSE_CALL' });
    const approve = (house_call_approved: boolean) =>
      db.updateTable('users').set({ house_call_approved }).where('id', '=', maren.user_id).execute();
    await approve(false);
    const id = await visit();
    await save(id, 'At home.', 0);
    expect((await publish(id, 1, wish)).json.code).toBe('HOUSE_CALL_NOT_APPROVED');
    await approve(true);
    // After this visit the client is known.
    const limit = (audience: 'NEW' | 'KNOWN') =>
      db.updateTable('services').set({ audience }).where('id', '=', house).execute();
    await limit('NEW');
    expect((await publish(id, 1, wish)).json.code).toBe('AUDIENCE');
    await limit('KNOWN');
    await publish(id, 1, wish);
    expect(await suggestions()).toHaveLength(1);
    await approve(false);
    expect(await suggestions()).toEqual([]);
    await withdraw(id);
  });

  it('expires 30 days after the date that is suggested next', async () => {
    const id = await published('Soon.', marma());
    const series = await published('Often.', marma({ times: 2, every_weeks: 2 }));
    await db.updateTable('suggested_sessions').set({ booked: 1 }).where('booking_id', '=', series).execute();
    await nextDay(14 + 30);
    await cleanUp.run(deps, clock.now());
    expect(await stateOf(id)).toMatchObject([{ state: 'OPEN' }]);
    await nextDay();
    expect((await suggestions()).map(({ booking_id }) => booking_id)).toEqual([series]);
    await cleanUp.run(deps, clock.now());
    expect([await stateOf(id), await stateOf(series)]).toMatchObject([
      [{ state: 'EXPIRED' }],
      [{ state: 'OPEN' }],
    ]);
  });
});
