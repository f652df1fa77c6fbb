import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { staffChangeClient, staffCreateClient, staffInviteClient } from '#contract/staff.calls.ts';
import type { Client } from '#contract/clients.schemas.ts';
import type { User } from '#contract/users.schemas.ts';
import type { Db } from '#server/db/pool.ts';
import { newToken } from '#server/sessions/tokens.ts';
import { type Seen, type TestApp, testApp } from '#tests/support/app.ts';
import { insertSessions } from '#tests/support/signed-in-clients.ts';
import { rewritten, withoutConditionsOn } from '#tests/support/without.ts';

const DAY = 86_400_000;
const FAR = new Date('2100-01-01T00:00:00Z');
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock } = site;
let staff = await site.signInStaff();

let lines = 2000;
/** A record that the practice keeps, invited by mail. `key`: of the link. */
async function invited(
  contact: Record<string, unknown> = {},
): Promise<{ client: Seen<Client>; key: string }> {
  const email = `claim${++lines}@example.com`;
  const { json: client } = await staff.call(staffCreateClient, {
    body: { action_id: randomUUID(), first_name: 'Petra', email, ...contact },
  });
  return { client, key: await inviteAgain(client) };
}
async function inviteAgain({ id, email }: Pick<Seen<Client>, 'id' | 'email'>): Promise<string> {
  const action_id = randomUUID();
  await staff.call(staffInviteClient, { params: { id }, body: { action_id } });
  const { text, to_address } = await db
    .selectFrom('outbox')
    .select(['text', 'to_address'])
    .where('dedupe_key', '=', `client-invitation:${action_id}`)
    .executeTakeFirstOrThrow();
  expect(to_address).toBe(email);
  return /#key=([\w-]{43})/.exec(text)![1]!;
}
/** A browser that has signed in to an account with this proven address. */
async function loginOf(email: string, account_id: string = randomUUID()) {
  const access = newToken();
  await insertSessions(db, [{ account_id, email, token: access }], clock.now(), FAR);
  const claim = async (token: string, phone_ending?: string, of: TestApp = site) => {
    const answer = await of.request({
      method: 'POST',
      url: '/auth/claim-record',
      cookies: { access },
      payload: { token, ...(phone_ending === undefined ? {} : { phone_ending }) },
    });
    return { status: answer.statusCode, json: answer.json<{ data: User; code?: string }>() };
  };
  return { account_id, access, claim };
}
const subOf = async ({ id }: Pick<Client, 'id'>) =>
  (await db.selectFrom('users').select('cognito_sub').where('id', '=', id).executeTakeFirstOrThrow())
    .cognito_sub;
const expired = { status: 410, json: { code: 'SET_UP_LINK_EXPIRED' } };

describe('a login takes over the record that the practice keeps', () => {
  it('with the link and the invited address, once', async () => {
    const { client, key } = await invited();
    const login = await loginOf(client.email);
    const { status, json } = await login.claim(key);
    expect([status, json.data]).toMatchObject([
      200,
      { id: client.id, email: client.email, cognito_sub: login.account_id },
    ]);
    expect(await login.claim(key)).toMatchObject(expired);
    const rows = await db.selectFrom('audit').selectAll().where('user_id', '=', client.id).execute();
    expect(rows).toMatchObject([{ actor: 'client', action: 'record.claim' }]);
    const answer = await site.request({ url: '/auth/get-user', cookies: { access: login.access } });
    expect(answer.json<{ data: User }>().data.id).toBe(client.id);
  });

  it('not with another address: the mail was forwarded, or went to the wrong one', async () => {
    const { client, key } = await invited();
    expect(await (await loginOf('stranger@example.com')).claim(key)).toMatchObject(expired);
    expect(await subOf(client)).toBe(null);
    // The attempt has not used the link up.
    expect((await (await loginOf(client.email)).claim(key)).status).toBe(200);
  });

  it('not after staff changed the address, nor after they changed it back', async () => {
    const { client, key } = await invited();
    let { updated_at } = client;
    for (const email of [`other${lines}@example.com`, client.email]) {
      clock.advance(1000);
      const { json } = await staff.call(staffChangeClient, {
        params: { id: client.id },
        body: { action_id: randomUUID(), base_updated_at: updated_at, email },
      });
      expect(json.email).toBe(email);
      ({ updated_at } = json);
      for (const each of [client.email, email])
        expect(await (await loginOf(each)).claim(key)).toMatchObject(expired);
    }
    expect((await (await loginOf(client.email)).claim(await inviteAgain(client))).status).toBe(200);
  });

  it('not with two exchanged addresses, until each is invited again', async () => {
    const [one, other] = [await invited(), await invited()];
    for (const [mine, yours] of [
      [one, other],
      [other, one],
    ] as const) {
      await db
        .updateTable('users')
        .set({ email: yours.client.email })
        .where('id', '=', mine.client.id)
        .execute();
    }
    for (const { client } of [one, other])
      for (const { key } of [one, other])
        expect(await (await loginOf(client.email)).claim(key)).toMatchObject(expired);
  });

  it('not with an earlier link, an expired one, or an invented one', async () => {
    const { client, key } = await invited();
    const newer = await inviteAgain(client);
    const login = await loginOf(client.email);
    for (const token of [key, newToken(), '', `${newer}x`, newer.slice(1)])
      expect(await login.claim(token)).toMatchObject(expired);
    clock.advance(14 * DAY);
    staff = await site.signInStaff();
    expect(await login.claim(newer)).toMatchObject(expired);
    clock.advance(-14 * DAY);
    expect((await login.claim(newer)).status).toBe(200);
  });

  it('not if it has a record of its own', async () => {
    const { cognito_sub } = await db
      .selectFrom('users')
      .select('cognito_sub')
      .where('email', '=', 'demo@example.com')
      .executeTakeFirstOrThrow();
    const { client, key } = await invited();
    const login = await loginOf(client.email, cognito_sub!);
    expect(await login.claim(key)).toMatchObject(expired);
    expect(await subOf(client)).toBe(null);
  });

  it('not without a session', async () => {
    const { key } = await invited();
    const answer = await site.request({ method: 'POST', url: '/auth/claim-record', payload: { token: key } });
    expect(answer.statusCode).toBe(401);
  });

  it('only with the end of the phone number in it, in five tries', async () => {
    const { client, key } = await invited({ phone: '(503) 555-7301' });
    const login = await loginOf(client.email);
    expect(await login.claim(key)).toMatchObject({ status: 403, json: { code: 'CODE_REQUIRED' } });
    expect(await login.claim(key, '73011')).toMatchObject({ status: 422 });
    for (let tries = 0; tries < 4; tries++)
      expect(await login.claim(key, '0000')).toMatchObject({
        status: 400,
        json: { code: 'CodeMismatchException' },
      });
    const { client: other, key: key2 } = await invited({ phone: '(503) 555-7302' });
    const second = await loginOf(other.email);
    for (let tries = 0; tries < 5; tries++) await second.claim(key2, '0000');
    expect(await second.claim(key2, '7302')).toMatchObject(expired);
    expect((await login.claim(key, '7301')).status).toBe(200);
  });
});

describe('at the same moment', () => {
  /** A process without what keeps a record with its first login. */
  const unprotected = (change: (db: Db) => Db) => testApp({ besides: site, change });
  const withoutLocks = (each: Db): Db =>
    rewritten(withoutConditionsOn(withoutConditionsOn(each, 'cognito_sub'), 'used_at'), (text) =>
      text.replace('for update', ''),
    );

  /** Two accounts with one address, as an identity pool could have after a deletion, claim one record. */
  async function race(of: TestApp): Promise<{ won: number; stays: boolean }> {
    const { client, key } = await invited();
    const logins = [await loginOf(client.email), await loginOf(client.email)];
    const answers = await Promise.all(logins.map((login) => login.claim(key, undefined, of)));
    const winners = answers.flatMap(({ status }, at) => (status === 200 ? [logins[at]!.account_id] : []));
    return { won: winners.length, stays: winners.length === 1 && winners[0] === (await subOf(client)) };
  }

  it('of two logins one gets the record', async () => {
    for (let round = 0; round < 20; round++) expect(await race(site)).toEqual({ won: 1, stays: true });
  });

  it('control: without locks and conditions, two logins get it', async () => {
    const control = await unprotected(withoutLocks);
    let doubled = 0;
    for (let round = 0; round < 40 && doubled === 0; round++) if ((await race(control)).won === 2) doubled++;
    expect(doubled).toBe(1);
  });

  it('of one login’s two tabs one gets the record, and the other says that the link is used', async () => {
    for (let round = 0; round < 10; round++) {
      const { client, key } = await invited();
      const login = await loginOf(client.email);
      const answers = await Promise.all([login.claim(key), login.claim(key)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    }
  });

  it('a login with two invitations gets one record', async () => {
    for (let round = 0; round < 10; round++) {
      const one = await invited();
      const other = await invited({ email: one.client.email, accept_duplicate: true });
      const login = await loginOf(one.client.email);
      const answers = await Promise.all([login.claim(one.key), login.claim(other.key)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    }
  });

  /** After a moment of its own, so that it comes before, between and after what it races with. */
  async function soon<T>(moments: number, act: () => Promise<T>): Promise<T> {
    for (let left = moments; left > 0; left--) await new Promise(setImmediate);
    return await act();
  }

  /** Staff correct the address while its first owner claims the record. */
  async function correct(of: TestApp, member: typeof staff, moments: number): Promise<boolean> {
    const { client, key } = await invited();
    const login = await loginOf(client.email);
    clock.advance(1000);
    const body = {
      action_id: randomUUID(),
      base_updated_at: client.updated_at,
      email: `right${client.email}`,
    };
    const [claimed, changed] = await Promise.all([
      soon(moments, () => login.claim(key, undefined, of)),
      member.call(staffChangeClient, { params: { id: client.id }, body }),
    ]);
    return claimed.status === 200 && changed.status === 200;
  }

  it('an address is corrected, or the record claimed by it: never both', async () => {
    for (let round = 0; round < 40; round++) expect(await correct(site, staff, round)).toBe(false);
  });

  it('control: without locks, an address is corrected and claimed', async () => {
    const control = await unprotected(withoutLocks);
    const member = await control.signInStaff();
    let both = 0;
    for (let round = 0; round < 400 && both === 0; round++)
      if (await correct(control, member, round % 80)) both++;
    expect(both).toBe(1);
  });
});
