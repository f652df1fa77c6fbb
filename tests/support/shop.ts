import { sql } from 'kysely';
import type { Call, OutputOf } from '#contract/call.ts';
import { createCheckout } from '#contract/client.calls.ts';
import type { SlotGate } from '#server/checkout/create-checkout.ts';
import { checkCheckouts, processWebhooks, settleOwedRefunds } from '#server/jobs/payment-jobs.ts';
import { endOffers } from '#server/jobs/run-waitlist.ts';
import type { Payments } from '#server/ports/payments.ts';
import { stripePayments } from '#server/ports/payments-stripe.ts';
import { type Parts, urlOf } from '#web/api/send.ts';
import { type TestAnswer, type TestApp, type TestAppOptions, testApp } from './app.ts';
import type { Db } from '#server/db/pool.ts';
import { isFull } from './profile.ts';
import { addClients, cartOf, dateIn, type Client, type Stock, stockShop, type Wish } from './stock.ts';

/** Takes the place of every limit on how often a client asks and on how much they hold. */
const UNLIMITED = 1_000_000;

type Answer<T> = { status: number; body: TestAnswer<T>['json'] };
/** A practice with a shop, a provider and clients, on one database. The clock is stopped until the test moves it. */
export type Shop = TestApp & {
  stock: Stock;
  clients(count: number): Promise<Client[]>;
  client(): Promise<Client>;
  /** Makes a call of the contract with the client's cookie, and waits until the site has acted on it. */
  call<Input extends Parts, Output>(
    client: Client,
    endpoint: Call<Input, Output>,
    ...input: {} extends Input ? [input?: Input] : [input: Input]
  ): Promise<Answer<Output>>;
  /** POST /auth/create-checkout with this cart. */
  checkout(client: Client, wishes: readonly Wish[]): Promise<Answer<OutputOf<typeof createCheckout>>>;
  /** Delivers the events that wait, and lets the site act on them. */
  deliver(): Promise<void>;
  /** Pays as the client would, and delivers the event. */
  pay(session_id: string, late?: boolean): Promise<void>;
  /** One run of each job. */
  sweep(): Promise<void>;
};

export const sessionOf = (url: string | undefined): string =>
  /cs_test_\w+/.exec(url ?? '')?.[0] ?? `none in ${url}`;

/** Every buyer meets in the database, as if each had come through a process of their own. */
const NO_SLOT_GATE: SlotGate = { run: (_, work) => work(false), isContested: () => false };

/** Settings of every shop: no rate limits and no limits on holds. */
export const SHOP = {
  seeded: false,
  env: { RATE_LIMIT_SCALE: String(UNLIMITED) },
  limitScale: UNLIMITED,
  slotGate: NO_SLOT_GATE,
} as const satisfies TestAppOptions;

/** Opens a shop for this test file; closed when the file is done. */
export async function openShop(
  options: Pick<TestAppOptions, 'max' | 'start' | 'change' | 'database' | 'log'> & {
    timeout_ms?: number;
    /** 1: the limits on unpaid holds as configured. By default no client has to pay first. */
    hold_scale?: number;
  } = {},
): Promise<Shop> {
  const { timeout_ms = 8000, hold_scale = UNLIMITED, ...more } = options;
  const shop = await testApp({
    ...SHOP,
    ...more,
    env: { RATE_LIMIT_SCALE: String(hold_scale) },
    receivesEvents: true,
    provider: { timeout_ms },
  });
  const { clock, database, deps, sandbox, settled } = shop;
  const stock = await stockShop(database.db);

  // Creating many customers at once is no part of any test: it gets more time than the site would give it.
  const patient = stripePayments({
    secret_key: sandbox.apiKey,
    api_url: sandbox.apiUrl,
    webhook_secrets: [],
    automatic_tax: true,
    timeout_ms: 60_000,
  });
  const clients = async (count: number) => {
    const made = await addClients(database.db, count, (user) => customerOf(patient, user), clock.now());
    if (isFull) await letWait(database.db, stock, made.slice(0, 5), clock.now());
    return made;
  };
  const call: Shop['call'] = async (client, endpoint, ...[input = {}]: [Parts?]) => {
    const answer = await shop.request({
      method: endpoint.method,
      url: urlOf(endpoint, input),
      cookies: { access: client.token },
      ...(client.ip === undefined ? {} : { remoteAddress: client.ip }),
      ...(input.body === undefined ? {} : { payload: input.body as object }),
    });
    await settled();
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as never };
  };

  const deliver = async () => {
    await sandbox.control.flush();
    await settled();
  };
  return {
    ...shop,
    deliver,
    stock,
    clients,
    client: async () => (await clients(1))[0]!,
    call,
    checkout: (client, wishes) => call(client, createCheckout, { body: cartOf(stock, wishes, clock.now()) }),
    async pay(session_id, late) {
      const paid = sandbox.control.pay(session_id, late);
      if (!paid.ok) throw new Error(`Not paid: ${paid.reason}`);
      await deliver();
    },
    async sweep() {
      for (const job of [processWebhooks, checkCheckouts, settleOwedRefunds, endOffers])
        await job.run(deps, clock.now());
    },
  };
}

/**
 * Lets clients wait for a class that no test books: whoever frees time then looks for who waits, and locks the hours around.
 */
async function letWait(db: Db, { circle }: Stock, clients: readonly Client[], now: Date): Promise<void> {
  const far = dateIn(60, now);
  const entry = {
    service_id: circle.id,
    location_type: 'FIXED_LOCATION' as const,
    state: 'WAITING' as const,
  };
  const times = {
    class_start: null,
    from_date: dateIn(0, now),
    to_date: far,
    from_time: '06:00',
    to_time: '06:30',
  };
  const rows = clients.map(({ id }) => ({
    ...entry,
    ...times,
    user_id: id,
    joined_at: now,
    updated_at: now,
  }));
  if (rows.length > 0) await db.insertInto('waitlist_entries').values(rows).execute();
}

async function customerOf(payments: Payments, user: { id: string; email: string }): Promise<string> {
  const made = await payments.createCustomer({ user_id: user.id, email: user.email, name: 'Maren' });
  if (!made.ok) throw new Error(made.reason);
  return made.value.customer_id;
}

/** Everything that is booked or tried. */
const BOOKS = [
  'appointments',
  'bookings',
  'session_notes',
  'suggested_sessions',
  'offline_payments',
  'checkouts',
  'waitlist_entries',
  'waitlist_offers',
  'refunds',
  'refunds_elsewhere',
  'submissions',
  'webhook_events',
  'outbox',
  'payment_notices',
];

/**
 * Takes everything out that was booked or tried; the stock and the clients stay. Like `truncate` it waits for whoever
 * uses the tables, fires no trigger and refuses while another table refers to these; but it makes no new files, which
 * takes 0.5 ms of a core instead of 14. An event that the test before let go astray arrives first: the provider would send
 * it again at any later moment.
 */
export async function emptyBooks({
  database: { db },
  deliver,
}: Pick<Shop, 'database'> & Partial<Pick<Shop, 'deliver'>>): Promise<void> {
  await deliver?.();
  const these = `array[${BOOKS.map((table) => `'${table}'`).join(', ')}]::regclass[]`;
  await sql`do ${sql.lit(`begin
    if exists (select from pg_constraint where contype = 'f' and confrelid = any (${these}) and conrelid <> all (${these}))
    then raise 'A table that refers to the books is missing in BOOKS';
    end if;
    perform set_config('session_replication_role', 'replica', true);
    lock table ${BOOKS.join(', ')};
    ${BOOKS.map((table) => `delete from ${table};`).join(' ')}
  end`)}`.execute(db);
}

/** What must be true of the books at every moment; each finding is a sentence. */
export async function faultsOf({ database: { db } }: Pick<Shop, 'database'>): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'overlap of ' || a.id || ' and ' || b.id as fault from appointments a join appointments b
      on a.id < b.id and tstzrange(a.start_time, a.blocked_until) && tstzrange(b.start_time, b.blocked_until)
    union all
    select 'appointment ' || a.id || ' says ' || a.taken || ' seats, bookings say ' || count(b.id)
      from appointments a left join bookings b on b.appointment_id = a.id and b.status in ('PENDING', 'CONFIRMED', 'COMPLETED')
      group by a.id having count(b.id) <> a.taken
    union all
    select 'oversold ' || a.id from appointments a where a.taken > a.capacity
    union all
    select 'confirmed checkout ' || c.id || ' has ' || count(b.id) || ' bookings' from checkouts c
      left join bookings b on b.checkout_id = c.id and b.status <> 'PENDING'
      where c.state = 'CONFIRMED' and jsonb_array_length(c.items) > 0
      group by c.id having count(b.id) <> jsonb_array_length(c.items)
    union all
    select b.status || ' ' || b.location_type || ' booking in a ' || a.location_type || ' appointment'
      from bookings b join appointments a on a.id = b.appointment_id where b.location_type <> a.location_type
    union all
    select b.status || ' booking ' || b.id || ' is not at the time of its appointment' from bookings b
      left join appointments a on a.id = b.appointment_id where b.status in ('PENDING', 'CONFIRMED')
        and (a.start_time, a.end_time, a.blocked_until) is distinct from (b.start_time, b.end_time, b.blocked_until)
    union all
    select 'booking ' || b.id || ' is confirmed for nobody' from bookings b
      where b.status = 'CONFIRMED' and b.user_id is null
    union all
    select 'unpaid checkout ' || c.id || ' (' || c.state || ') has a ' || b.status || ' booking' from checkouts c
      join bookings b on b.checkout_id = c.id
      where (c.state in ('OFFERED', 'CREATED', 'OPEN', 'PAID')) <> (b.status = 'PENDING')
        and c.state not in ('CONFIRMED')
    union all
    select 'entry ' || e.id || ' is ' || e.state || ' with ' || count(o) || ' offers that run' from waitlist_entries e
      left join waitlist_offers o on o.entry_id = e.id and o.outcome is null
      left join checkouts c on c.id = o.checkout_id and c.state in ('OFFERED', 'CREATED', 'OPEN', 'PAID')
      group by e.id having (e.state = 'OFFERED') <> (count(c) = 1) or count(o) <> count(c)
    union all
    select 'booking ' || b.id || ' waits in no line' from bookings b where b.status = 'WAITLISTED'
      and not exists (select from waitlist_entries e where e.booking_id = b.id and e.state in ('WAITING', 'OFFERED', 'PAUSED'))`.execute(
    db,
  );
  return rows.map(({ fault }) => fault);
}

/**
 * How often PostgreSQL had to break a deadlock in this database. A control without locks may cause some: it runs after the
 * test that counts, or on a database of its own.
 */
export async function deadlocksIn({ database: { db } }: Pick<Shop, 'database'>): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]!.deadlocks;
}

/** A busy machine takes seconds until requests reach their lock. */
const WAITERS_MS = 20_000;

/** Resolves when so many statements wait for a lock in this database. */
export async function waitForWaiters(
  { database: { db } }: Pick<Shop, 'database'>,
  count: number,
): Promise<void> {
  const end = performance.now() + WAITERS_MS;
  while (performance.now() < end) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows[0]!.waiting >= count) return;
  }
  throw new Error(`There never were ${count} statements that wait`);
}

/** Seats held or booked, over all appointments. */
export async function seatsIn({ database: { db } }: Pick<Shop, 'database'>): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select count(*)::int as seats from bookings where status in ('PENDING', 'CONFIRMED')`.execute(db);
  return rows[0]!.seats;
}
