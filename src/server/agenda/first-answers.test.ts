import { expect, test } from 'vitest';
import { writeOut } from '#domain/people/personal.ts';
import {
  staffAttention,
  staffLock,
  staffMe,
  staffNews,
  staffSignOut,
  staffToday,
} from '#contract/staff.calls.ts';
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#contract/staff-page.ts';
import { staffCookieName } from '#server/sessions/staff-session.ts';
import { newToken } from '#server/sessions/tokens.ts';
import { testApp } from '#tests/support/app.ts';

const page = {
  type: 'text/html; charset=utf-8',
  etag: '"1"',
  cacheControl: 'public',
  plain: Buffer.from('<body><div id="root"></div></body>'),
  compressed: {},
};
const site = await testApp({ staffArea: new Map([['/index.html', page]]) });
const staff = await site.signInStaff();
const cookie = staffCookieName({ https: false });
type Browser = Pick<typeof staff, 'request'>;

/** What the page at this address brings along, in the browser that asks. */
async function broughtBy(browser: Browser, url: string): Promise<FirstAnswers | null> {
  const answer = await browser.request({ url });
  expect(answer.statusCode).toBe(200);
  const data = new RegExp(`<script type="application/json" id="${FIRST_ANSWERS_ID}">(.*)</script></body>`);
  const [, json] = data.exec(answer.body) ?? [];
  expect(answer.headers['cache-control']).toBe(json ? 'private, no-store' : 'private, no-cache');
  expect('etag' in answer.headers).toBe(!json);
  if (!json) expect(answer.body).toBe(page.plain.toString());
  return json ? (JSON.parse(writeOut(json)) as FirstAnswers) : null;
}

test('the page of Today brings what its calls would answer, and no cache keeps it', async () => {
  const { json: me } = await staff.call(staffMe);
  const { json: today } = await staff.call(staffToday);
  const { json: attention } = await staff.call(staffAttention);
  const { json: news } = await staff.call(staffNews);
  expect(today.classes.length).toBeGreaterThan(0);
  expect(today.tomorrow.sessions.length).toBeGreaterThan(0);
  for (const url of ['/staff', '/staff/']) {
    expect(await broughtBy(staff, url)).toEqual({ me, today, attention, news });
  }
});

test('other screens learn who is signed in, the pages in front nothing', async () => {
  const { json: me } = await staff.call(staffMe);
  for (const url of ['/staff/calendar', '/staff?date=2026-03-03', '/staff/sign-into-nothing']) {
    expect(await broughtBy(staff, url)).toEqual({ me });
  }
  for (const url of ['/staff/sign-in', '/staff/sign-in?next=%2F', '/staff/set-up/abc']) {
    expect(await broughtBy(staff, url)).toBeNull();
  }
});

test('the page says how long health data stays open, and nothing while it is locked', async () => {
  const open = await site.signInStaff('mira@example.com', { unlocked: true });
  const { headers, json: me } = await open.call(staffMe);
  const unlocked_ms = Date.parse(String(headers['x-unlocked-until'])) - site.clock.now().getTime();
  expect(unlocked_ms).toBeGreaterThan(0);
  expect(await broughtBy(open, '/staff/calendar')).toEqual({ me, unlocked_ms });
  expect(await broughtBy(open, '/staff')).toMatchObject({ unlocked_ms });
  await open.call(staffLock);
  expect(await broughtBy(open, '/staff/calendar')).toEqual({ me });
});

test('visitors, clients, forged tokens, suspended members and ended sessions get the bare page', async () => {
  expect(await broughtBy(site, '/staff')).toBeNull();
  expect(await broughtBy(await site.signIn('demo@example.com'), '/staff')).toBeNull();
  const withToken = (token: string): Browser => ({
    request: (options) => site.request({ ...options, headers: { cookie: `${cookie}=${token}` } }),
  });
  expect(await broughtBy(withToken(staff.token), '/staff')).not.toBeNull();
  expect(await broughtBy(withToken(newToken()), '/staff')).toBeNull();

  const other = await site.signInStaff('nalini@example.com');
  expect(await broughtBy(other, '/staff')).not.toBeNull();
  await site.db
    .updateTable('staff')
    .set({ suspended_at: site.clock.now() })
    .where('id', '=', other.staff_id)
    .execute();
  expect(await broughtBy(other, '/staff')).toBeNull();

  const leaving = await site.signInStaff();
  await leaving.call(staffSignOut);
  expect(await broughtBy(leaving, '/staff')).toBeNull();
});

test('no text in the data can close it', async () => {
  const name = '</script><script>alert(1)</script><!--';
  await site.db.updateTable('staff').set({ name }).where('id', '=', staff.staff_id).execute();
  const { body } = await staff.request({ url: '/staff' });
  expect(body.match(/<\/?script/g)).toEqual(['<script', '</script']);
  expect(body).not.toContain('<!--');
  expect((await broughtBy(staff, '/staff'))?.me.name).toBe(name);
});

test('while the database does not answer, the page is sent without answers', async () => {
  await site.db.schema.alterTable('bookings').renameTo('bookings_away').execute();
  try {
    expect((await staff.call(staffToday)).status).toBe(500);
    expect(await broughtBy(staff, '/staff')).toBeNull();
  } finally {
    await site.db.schema.alterTable('bookings_away').renameTo('bookings').execute();
  }
});
