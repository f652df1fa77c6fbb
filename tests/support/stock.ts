import { randomUUID } from 'node:crypto';
import type { CheckoutItem } from '#contract/checkout.schemas.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { formatTime, parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import { newToken } from '#server/sessions/tokens.ts';
import type { Db } from '#server/db/pool.ts';
import { practice } from '#content/public/practice.ts';
import { insertClients, type SignedInClient } from './signed-in-clients.ts';

/** What the shop of the money tests sells, every day of the week. Prices in cents, times in minutes. */
const SERVICES = {
  /** One to one, twelve times a day. */
  massage: {
    format: 'ONE_ON_ONE',
    duration: 45,
    buffer_time: 15,
    base_price_cents: 8500,
    at: 'FIXED_LOCATION',
  },
  /** One to one on a sliding scale of 60 to 120 dollars. */
  consult: {
    format: 'ONE_ON_ONE',
    duration: 60,
    buffer_time: 15,
    base_price_cents: 8500,
    at: 'FIXED_LOCATION',
  },
  /** A class of five at six in the morning. */
  circle: { format: 'GROUP', duration: 60, buffer_time: 0, base_price_cents: 2000, at: 'FIXED_LOCATION' },
  visit: { format: 'ONE_ON_ONE', duration: 60, buffer_time: 30, base_price_cents: 19000, at: 'HOUSE_CALL' },
  tea: { format: 'PRODUCT', duration: 1, buffer_time: 0, base_price_cents: 1200, at: 'FIXED_LOCATION' },
} as const;
export type ServiceName = keyof typeof SERVICES;
export const CLASS_SEATS = 5;

export type Stock = Readonly<Record<ServiceName, { id: string; rules: readonly string[] }>>;

/** Fills an empty database; `rules[n]` opens weekday n. */
export async function stockShop(db: Db): Promise<Stock> {
  const stock: Partial<Record<ServiceName, { id: string; rules: string[] }>> = {};
  for (const [name, service] of Object.entries(SERVICES) as [ServiceName, (typeof SERVICES)[ServiceName]][]) {
    const { at, ...columns } = service;
    const isClass = service.format === 'GROUP';
    const id = randomUUID();
    await db
      .insertInto('services')
      .values({
        ...columns,
        id,
        key: name,
        name: name[0]!.toUpperCase() + name.slice(1),
        description: 'For tests.',
        type: ['YOGA'],
        category: 'YOGA',
        service_location_type: [at],
        location_name: at === 'HOUSE_CALL' ? 'House Call' : 'Secret Studio',
        scheduling_type: 'SCHEDULED',
        max_capacity: isClass ? CLASS_SEATS : 1,
        ...(name === 'consult'
          ? { min_price_cents: 6000, max_price_cents: 12_000, suggested_price_cents: 8500 }
          : {}),
      })
      .execute();
    const rules = Array.from({ length: 7 }, (_, day_of_week) => ({
      id: randomUUID(),
      service_id: id,
      location_type: at,
      day_of_week,
      pattern: 'WEEKLY' as const,
      start_date: '2026-01-01',
      start_time: isClass ? '06:00' : '08:00',
      end_time: isClass ? '07:00' : '20:00',
      slot_step_min: name === 'consult' ? 30 : 60,
    }));
    await db.insertInto('rules').values(rules).execute();
    stock[name] = { id, rules: rules.map((rule) => rule.id) };
  }
  return stock as Stock;
}

/** One session of a cart, `days` from today. */
export type Wish = { service: ServiceName; days: number; start: string; cents?: number };

/** The date `days` from today, in the practice's zone. */
export const dateIn = (days: number, now: Date) => addDays(localDateOf(now, practice.zone), days);

/** The instant at which a wish starts, as staff name it. */
export const startOf = ({ days, start }: Wish, now: Date): string =>
  instantOf(dateIn(days, now), parseTime(start)!, practice.zone)!.toISOString();

/** A cart as the browser sends it. */
export function cartOf(
  stock: Stock,
  wishes: readonly Wish[],
  now: Date,
): { items: CheckoutItem[]; total_amount: number } {
  const items = wishes.map(({ service, days, start, cents }) => {
    const { id, rules } = stock[service];
    const { duration, base_price_cents } = SERVICES[service];
    const selectedDate = dateIn(days, now);
    return {
      service_id: id,
      schedule_id: rules[dayOfWeek(selectedDate)]!,
      start_time: start,
      end_time: formatTime(parseTime(start)! + duration),
      selectedDate,
      selected_price: cents ?? base_price_cents,
    };
  });
  return { items, total_amount: items.reduce((total, item) => total + item.selected_price, 0) };
}

export type Client = SignedInClient;

/** Clients with profile data, each signed in. `customerOf` makes the provider's customer. */
export async function addClients(
  db: Db,
  count: number,
  customerOf: (user: { id: string; email: string }) => Promise<string>,
  now: Date,
): Promise<Client[]> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const id = randomUUID();
      const email = `${id.slice(0, 8)}@example.com`;
      return { id, email, token: newToken(), customer_id: await customerOf({ id, email }) };
    }),
  );
  if (clients.length > 0) await insertClients(db, clients, now);
  return clients;
}

/** Limits a service to known clients, which these are from then on. */
export async function limitTo(db: Db, { id }: { id: string }, known: readonly Client[]): Promise<void> {
  const ids = known.map((client) => client.id);
  await db.updateTable('users').set({ marked_known: true }).where('id', 'in', ids).execute();
  await db.updateTable('services').set({ audience: 'KNOWN' }).where('id', '=', id).execute();
}

/** The nth massage that can be had: twelve a day, from the day after tomorrow. */
export function massageAt(n: number): Wish {
  const hour = 8 + (n % 12);
  return { service: 'massage', days: 2 + Math.floor(n / 12), start: formatTime(hour * 60) };
}
