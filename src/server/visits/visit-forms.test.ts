import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimRecord, formsByLink, inviteByLink, submitByLink, visitPage } from '#contract/client.calls.ts';
import { staffChangeClient, staffCreateClient } from '#contract/staff.calls.ts';
import { FORMS_LIMIT } from '#contract/call.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { insertSessions } from '#tests/support/signed-in-clients.ts';
import { withoutConditionsOn } from '#tests/support/without.ts';
import { newToken } from '../sessions/tokens.ts';
import { visitPath } from '../sessions/visit-link.ts';

const HOUR = 3_600_000;
const FAR = new Date('2100-01-01T00:00:00Z');
const site = await testApp();
const { db, clock, deps } = site;
const staff = await site.signInStaff();
/** The service of a form that each of its visits needs. */
const { service_id, form_id } = await db
  .selectFrom('form_services')
  .innerJoin('forms', 'forms.id', 'form_services.form_id')
  .select(['service_id', 'form_id'])
  .where('is_active', '=', true)
  .executeTakeFirstOrThrow();

let people = 0;
/** A visit of a client without a login, and its link. */
async function visit(contact: object = {}) {
  people += 1;
  const email = `forms${people}@example.com`;
  const { json, status, text } = await staff.call(staffCreateClient, {
    body: {
      action_id: randomUUID(),
      first_name: `Petra${people}`,
      email,
      phone: `(503) 555-${3000 + people}`,
      ...contact,
    },
  });
  expect(status, text).toBe(201);
  const book = (hours: number) =>
    addBooking(db, {
      user_id: json.id,
      service_id,
      start_time: new Date(clock.now().getTime() + hours * HOUR),
      created_at: clock.now(),
    });
  const id = await book(48);
  await book(72);
  const token = visitPath(deps.config, { id, email }).slice('/visit/'.length);
  return { id, user_id: json.id, email, token, ending: String(3000 + people), client: json };
}
const forms = (token: string, phone_ending: string, of: Pick<TestApp, 'app'> = site) =>
  new Browser(of.app).call(formsByLink, { params: { token }, body: { phone_ending } });
type Required = Awaited<ReturnType<typeof forms>>['json']['required_forms'][number];
/** An answer to each question that must have one. */
const answersTo = ({ form }: Required) =>
  Object.fromEntries(
    form.content.sections
      .flatMap(({ questions }) => questions)
      .filter(({ required }) => required)
      .map(({ id, type, options }) => [
        id,
        type === 'CHECKBOX'
          ? [options[0]!]
          : (options[0] ?? (type === 'SIGNATURE' ? SIGNATURE : 'Zorvaquil')),
      ]),
  );
const SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const submit = (token: string, entry: Required, phone_ending: string) =>
  new Browser(site.app).call(submitByLink, {
    params: { token },
    body: {
      phone_ending,
      form_id: entry.form.id,
      booking_id: entry.booking_id,
      form_updated_at: entry.form.updated_at,
      responses: answersTo(entry),
    },
  });
const WRONG = { status: 400, json: { code: 'CodeMismatchException' } };
const BY_MAIL = { status: 403, json: { code: 'FORBIDDEN' } };

describe('the forms of a visit', () => {
  it('are shown for the end of the phone number, without earlier answers and other visits', async () => {
    const { id, token, ending, user_id } = await visit();
    expect(await forms(token, '0000')).toMatchObject(WRONG);
    const { required_forms } = (await forms(token, ending)).json;
    expect(required_forms.map((entry) => entry.form.id)).toContain(form_id);
    expect(required_forms.every(({ booking_id }) => booking_id === null || booking_id === id)).toBe(true);
    for (const entry of required_forms) {
      expect(await submit(token, entry, '0000')).toMatchObject(WRONG);
      const answer = await submit(token, entry, ending);
      expect(answer.status, answer.text).toBe(200);
    }
    expect((await forms(token, ending)).json.required_forms).toEqual([]);
    const stored = await db.selectFrom('submissions').selectAll().where('user_id', '=', user_id).execute();
    expect(stored).toHaveLength(required_forms.length);
    for (const { answers, booking_id } of stored) {
      expect(answers.toString('latin1')).not.toContain('Zorvaquil');
      expect([null, id]).toContain(booking_id);
    }
    const audit = await db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('user_id', '=', user_id)
      .execute();
    expect(audit).toEqual(required_forms.map(() => ({ actor: 'client', action: 'form.write' })));
    // Another version of the form shows nothing of the answers.
    await db.updateTable('forms').set({ asked_since_version: 99 }).execute();
    const again = await forms(token, ending);
    await db.updateTable('forms').set({ asked_since_version: 1 }).execute();
    expect(again.json.required_forms.map(({ former_answers }) => former_answers)).toEqual(
      again.json.required_forms.map(() => null),
    );
    expect(again.text).not.toContain('Zorvaquil');
  });

  it('go by mail after five wrong ends, until the number in the record changes', async () => {
    const { token, ending, client } = await visit();
    for (let n = 0; n < 4; n++) expect(await forms(token, `000${n}`)).toMatchObject(WRONG);
    // A right one counts anew.
    expect((await forms(token, ending)).status).toBe(200);
    for (let n = 0; n < 5; n++) expect(await forms(token, `000${n}`)).toMatchObject(WRONG);
    expect(await forms(token, ending)).toMatchObject(BY_MAIL);
    const open = () => new Browser(site.app).call(visitPage, { params: { token } });
    expect((await open()).json.forms).toBe('BY_MAIL');
    const changed = await staff.call(staffChangeClient, {
      params: { id: client.id },
      body: { action_id: randomUUID(), base_updated_at: client.updated_at, phone: '(503) 555-8899' },
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await open()).json.forms).toBe('ASK');
    expect((await forms(token, '8899')).status).toBe(200);
  });

  it('need a number in the record, and a visit to come', async () => {
    const none = await visit({ phone: undefined });
    expect(await forms(none.token, '0000')).toMatchObject(BY_MAIL);
    const { id, token, ending } = await visit();
    await db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', id).execute();
    expect(await forms(token, ending)).toMatchObject(BY_MAIL);
  });

  it('are not opened by all ends at once; control: without the count of tries they are', async () => {
    // In front of each are the limits by link, which are those of tests/attacks/s15.
    const open = async (of: Pick<TestApp, 'app'>) => {
      const { token, ending } = await visit();
      const all = Array.from({ length: 40 }, (_, n) =>
        String((Number(ending) + n + 1) % 10_000).padStart(4, '0'),
      );
      const answers = await Promise.all(all.map((each) => forms(token, each, of)));
      const right = await forms(token, ending, of);
      return {
        wrong: answers.filter(({ json }) => json.code === 'CodeMismatchException').length,
        right: right.status,
      };
    };
    expect(await open(site)).toEqual({ wrong: 5, right: 403 });
    const uncounted = await testApp({
      database: site.database,
      change: (given) => withoutConditionsOn(given, 'phone_tries'),
    });
    expect(await open(uncounted)).toEqual({ wrong: 40, right: 200 });
  });

  it('are not opened by 2,000 guesses of links and ends', async () => {
    const { token } = await visit();
    const guesser = new Browser(site.app);
    const seen = new Map<string, number>();
    const guess = async (n: number) => {
      const [kind, guessed] = n % 2 === 0 ? ['ends', token] : ['links', newToken()];
      const body = { phone_ending: String(n % 1000).padStart(4, '0') };
      const { json } = await guesser.call(formsByLink, { params: { token: guessed! }, body });
      const outcome = `${kind} ${json.code}`;
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    };
    for (let from = 0; from < 2000; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, n) => guess(from + n)));
    expect(Object.fromEntries(seen)).toEqual({
      'ends CodeMismatchException': 5,
      'ends FORBIDDEN': 55,
      'ends LimitExceededException': 940,
      'links VISIT_LINK_EXPIRED': 300,
      'links LimitExceededException': 700,
    });
    // Who has a link on the same network is not counted with them.
    const other = await visit();
    expect((await guesser.call(visitPage, { params: { token: other.token } })).status).toBe(200);
  });

  it('of a link that was never made are not read', async () => {
    const responses = { wish: 'x'.repeat(FORMS_LIMIT - 1000) };
    const body = { phone_ending: '0000', form_id, responses };
    const params = { token: newToken() };
    expect(await new Browser(site.app).call(submitByLink, { params, body })).toMatchObject({
      status: 410,
      headers: { connection: 'close' },
    });
  });
});

it('an account is created with the invited address and the end of the number alone', async () => {
  const { token, email, ending, user_id } = await visit();
  const invite = () => new Browser(site.app).call(inviteByLink, { params: { token } });
  const { key } = (await invite()).json;
  const claim = async (of: string, phone_ending: string) => {
    const access = newToken();
    await insertSessions(db, [{ account_id: randomUUID(), email: of, token: access }], clock.now(), FAR);
    return await site.request({
      method: claimRecord.method,
      url: claimRecord.path,
      cookies: { access },
      payload: { token: key, phone_ending },
    });
  };
  expect((await claim('stranger@example.com', ending)).statusCode).toBe(410);
  expect((await claim(email, '0000')).statusCode).toBe(400);
  const claimed = await claim(email, ending);
  expect(claimed.statusCode).toBe(200);
  expect(claimed.json<{ data: { id: string } }>().data.id).toBe(user_id);
  // From now on the login does it.
  expect(await invite()).toMatchObject({ status: 401 });
  expect((await new Browser(site.app).call(visitPage, { params: { token } })).json).toMatchObject({
    has_login: true,
    visit: null,
  });
});
