import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { practice } from '#content/public/practice.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { createDb, type Db } from '#server/db/pool.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { createPasswordHasher } from '#server/runtime/password-hasher.ts';
import { seedPractice } from '#server/seed/seed.ts';
import { insertClients } from '../../support/signed-in-clients.ts';
import {
  addCalendar,
  addPast,
  CLIENTS,
  deleteHolds,
  FIRST_CLIENT,
  type MeasuredService,
  SLOTS_A_DAY,
} from './bookings.ts';
import { type LoadGenerator, startLoadGenerator } from './load.ts';

export type ServerSettings = {
  kind: 'app' | 'floor';
  url: string;
  dataDir: string;
  cachePages?: boolean;
  /** The tree whose app it is; this one, if none is named. */
  root?: string;
  /** On by default. */
  staffArea?: 'on' | 'off';
  /** How long the floor's page is, how much of it is style sheets, and how the app sends it to a browser. */
  pageBytes?: number;
  sheetBytes?: number;
  sent?: { encoding: string; bytes: number };
};
export type MeasuredServer = { port: number; stop(): Promise<void> };

/** A PostgreSQL with the sample practice, clients who are signed in, and a service with time for thousands. */
export type Site = {
  url: string;
  dataDir: string;
  pool: pg.Pool;
  clients: Client[];
  load: LoadGenerator;
  /** A one-to-one of the sample practice, as clients ask for it. */
  sample_service_id: string;
  /** A service of 15 minutes, at every hour of every day. */
  session: MeasuredService;
  /** The nth of its slots, day by day in turn, as an item of a cart. */
  slot(n: number): CartItem;
  slots: number;
  start(settings: Omit<ServerSettings, 'url' | 'dataDir'>): Promise<MeasuredServer>;
  /** Every seat of the service is free again. */
  release(): Promise<void>;
  /**
   * So many bookings of past years, with their appointments and checkouts, and so many a day that are still to come. Once.
   */
  fill(bookings: number, bookings_a_day?: number): Promise<void>;
  /** Instead of all bookings, so many a day that are still to come; some times stay free. Not after `fill`. */
  fillCalendar(bookings_a_day: number): Promise<void>;
  stop(): Promise<void>;
};

export type CartItem = {
  service_id: string;
  schedule_id: string;
  selectedDate: string;
  start_time: string;
  end_time: string;
  /** Cents. */
  selected_price: number;
};
type Client = { id: string; email: string; token: string };

/** What comes before the number in a client's access token. */
const TOKEN_START = 't'.repeat(31);
/** No slot is asked for twice. The window has 30 days, and the time of day may cut the last one. */
const DAYS = 28;

export async function openSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sattva-bench-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  await migrate({ url: postgres.url, log: quiet });
  const { db, pool, close } = createDb(postgres.url, { max: 4, queryTimeoutMs: 60_000 });
  const now = new Date();
  const hasher = createPasswordHasher();
  await seedPractice(db, {
    keyring: createKeyring(Buffer.alloc(32, 7)),
    clock: () => now,
    hashPassword: (text) => hasher.hash(text, null),
    samples: true,
  });
  // The sample's own bookings and classes would stand in the way of some of the slots.
  const session = await addSession(db);
  const clients = await addClients(db, now);
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select s.id from services s join rules r on r.service_id = s.id and r.location_type = 'FIXED_LOCATION'
    where s.format = 'ONE_ON_ONE' and s.key <> 'measured' group by s.id order by count(*) desc limit 1`.execute(
    db,
  );
  const load = startLoadGenerator();
  const servers: MeasuredServer[] = [];
  const today = localDateOf(now, practice.zone);
  let isFilled = false;
  const release = async () => {
    if (isFilled) await deleteHolds(db);
    else
      // The rows that name them go too, also those of later migrations.
      await sql`truncate bookings, appointments, checkouts, rate_limits cascade`.execute(db);
  };

  return {
    url: postgres.url,
    dataDir,
    pool,
    clients,
    load,
    sample_service_id: rows[0]!.id,
    session,
    slots: DAYS * SLOTS_A_DAY,
    slot(n) {
      const selectedDate = addDays(today, 2 + (n % DAYS));
      const minutes = Math.floor(n / DAYS) * 15;
      return {
        service_id: session.service_id,
        schedule_id: session.rules[dayOfWeek(selectedDate)]!,
        selectedDate,
        start_time: formatTime(minutes),
        end_time: formatTime((minutes + 15) % 1440),
        selected_price: 8500,
      };
    },
    async start(settings) {
      const server = await startServer({ ...settings, url: postgres.url, dataDir });
      servers.push(server);
      return server;
    },
    release,
    async fill(bookings, aDay = 0) {
      await release();
      await addPast(db, bookings, session, now);
      if (aDay > 0) await addCalendar(db, aDay, session, now, bookings);
      isFilled = true;
      await sql`vacuum analyze bookings, appointments, checkouts`.execute(db);
    },
    async fillCalendar(aDay) {
      await release();
      if (aDay > 0) await addCalendar(db, aDay, session, now);
      await sql`vacuum analyze bookings, appointments, checkouts`.execute(db);
    },
    async stop() {
      await Promise.all([load.stop(), ...servers.map((server) => server.stop())]);
      await close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addClients(db: Db, now: Date): Promise<Client[]> {
  const clients = Array.from({ length: CLIENTS }, (_, n) => {
    const number = FIRST_CLIENT + n;
    return {
      id: `00000000-0000-4000-8000-${number}`,
      email: `measured-${number}@example.com`,
      token: TOKEN_START + number,
      customer_id: `cus_${number}`,
    };
  });
  await insertClients(db, clients, now);
  // Known clients: new ones from one network would wait for each other (rules.md §5, "may hold").
  await db.updateTable('users').set({ house_call_approved: true }).execute();
  return clients;
}

async function addSession(db: Db): Promise<MeasuredService> {
  const service_id = randomUUID();
  await sql`delete from closures`.execute(db);
  await sql`update rules set is_active = false where service_id in (
    select id from services where format in ('GROUP', 'WORKSHOP'))`.execute(db);
  await db
    .insertInto('services')
    .values({
      id: service_id,
      key: 'measured',
      name: 'Measured',
      description: 'For measuring.',
      format: 'ONE_ON_ONE',
      duration: 15,
      base_price_cents: 8500,
      type: ['YOGA'],
      category: 'YOGA',
      service_location_type: ['FIXED_LOCATION'],
      location_name: 'Secret Studio',
      scheduling_type: 'SCHEDULED',
      max_capacity: 1,
    })
    .execute();
  const rules = Array.from({ length: 7 }, (_, day_of_week) => ({
    id: randomUUID(),
    service_id,
    location_type: 'FIXED_LOCATION' as const,
    day_of_week,
    pattern: 'WEEKLY' as const,
    start_date: '2026-01-01',
    start_time: '00:00',
    end_time: '24:00',
    slot_step_min: 15,
  }));
  await db.insertInto('rules').values(rules).execute();
  return { service_id, rules: rules.map(({ id }) => id) };
}

async function startServer(settings: ServerSettings): Promise<MeasuredServer> {
  const { root = join(import.meta.dirname, '../../..') } = settings;
  const program = join(root, 'tests/bench/support/app-process.ts');
  const child: ChildProcess = fork(program, [JSON.stringify(settings)], { cwd: root });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`A measured server ended with code ${code}`)));
  });
  return {
    port,
    async stop() {
      if (child.exitCode !== null || !child.connected) return;
      const left = once(child, 'exit');
      child.disconnect();
      await left;
    },
  };
}
