import { sql } from 'kysely';
import { createDb } from '#server/db/pool.ts';
import { atMost, type Figure, figureOf, inRounds, median, ROUNDS, sized } from './support/figures.ts';
import { rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { openSite, type Site } from './support/site.ts';
import { signInStaff } from './support/staff.ts';

const CLIENTS = sized(10_000, 5000);
const BOOKINGS = sized(100_000, 10_000);
const GOAL = { must: 60, aim: 40 };

/** Every kind of list has a row: what is slowest is not the same on each machine. */
const LISTS: Record<string, string> = {
  'Clients, who came last': '',
  'Clients by name, a page in the middle': 'sort=NAME&after=',
  'Clients by next visit': 'sort=NEXT_VISIT',
  'Clients found by one letter': 'q=e',
  'Clients found by a name': 'q=maren',
  'Clients not seen for 3 months': 'filter=NOT_SEEN',
  'Clients with a balance': 'filter=BALANCE',
  'Clients with a form missing': 'filter=FORMS_MISSING',
};

/** P27: the list of clients, its filters and its search, and the page of one client, one request at a time. */
export async function measureClients(): Promise<Figure[]> {
  const site = await openSite();
  try {
    await site.fill(BOOKINGS, 10);
    await spread(site);
    const headers = { cookie: `staff=${await signInStaff(site)}` };
    const { app } = await sharedServers(site);
    const middle = site.clients[Math.floor(site.clients.length / 2)]!.id;
    const asked = [
      ...Object.entries(LISTS).map(([what, query]) => ({
        what,
        path: `/api/staff/clients?${query}${query.endsWith('after=') ? middle : ''}`,
      })),
      { what: 'The page of a client', path: `/api/staff/clients/${middle}` },
    ];
    const rounds = await inRounds(
      asked.map(
        ({ path }) =>
          (ms: number) =>
            site.load.run({
              port: app.port,
              connections: 1,
              requests: [rawRequest('GET', path, { headers })],
              ms,
              once: false,
            }),
      ),
    );
    return asked.map(({ what }, n) => {
      allGood(rounds[n]!);
      const ms = median(rounds[n]!.map(({ p95 }) => p95));
      return figureOf(
        'P27',
        what,
        `${GOAL.must} ms (aim ${GOAL.aim} ms)`,
        `${ms.toFixed(1)} ms (${ROUNDS} rounds)`,
        atMost(ms, GOAL),
      );
    });
  } finally {
    await site.stop();
  }
}

/** Adds clients with names of their own, gives each about as many bookings, and leaves one booking in ten unpaid. */
export async function spread(site: Site): Promise<void> {
  const { db, close } = createDb(site.url, { max: 1, queryTimeoutMs: 120_000 });
  const more = CLIENTS - site.clients.length;
  await sql`insert into users (id, email, cognito_sub, first_name, last_name, phone, created_at, updated_at)
    select md5('client' || n)::uuid, 'kept-' || n || '@example.com', 'sub-' || n, initcap(substr(md5('first' || n), 1, 6)),
      initcap(substr(md5('last' || n), 1, 8)), '+1503' || lpad(n::text, 7, '0'), now() - n * interval '1 hour', now()
    from generate_series(1, ${more}::int) n`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update bookings b set user_id = t.user_id, start_time = b.start_time + t.moved, end_time = b.end_time + t.moved,
        blocked_until = b.blocked_until + t.moved, payment = case when t.n % 10 = 0 then 'LATER' else 'ONLINE' end,
        checkout_id = case when t.n % 10 = 0 then null else b.checkout_id end
      from (
        select b.id, p.n, u.id as user_id, case when b.start_time < now() then
          -((p.n % 700) || ' days')::interval else interval '0' end as moved
        from (select id, row_number() over (order by id) as n from bookings) p
        join bookings b on b.id = p.id
        join (select id, row_number() over (order by id) as n from users) u
          on u.n = 1 + (p.n * 7919) % (select count(*) from users)) t
      where t.id = b.id`.execute(trx);
  });
  await sql`vacuum analyze bookings, users`.execute(db);
  await close();
}
