import { formatCents, isSlidingScale, priceLabel, toCents } from '#domain/money.ts';
import type { Db } from '../db/pool.ts';
import type { OfferedService } from '../services/slot-facts.ts';
import { type Command, done, type Outcome, wrong } from './command.ts';
import { givenWords } from './given-words.ts';
import { lockService, longestOpening, updateService } from './store.ts';

const PRICES = ['price', 'min', 'max', 'suggested'] as const;
const WORDS = ['name', 'description', 'duration', ...PRICES];
/** Letters at most. */
const MOST: Readonly<Record<string, number>> = { name: 100, description: 1000 };
const MOST_DOLLARS = 10_000;
const LONGEST_MIN = 8 * 60;
const NONE = 'none';

export const service: Command = {
  name: 'service',
  takes: 'SERVICE [name=… description=… price=… min=… max=… suggested=… duration=…]',
  does: 'show a service, or change what is said of it, its prices in dollars and its minutes; what is booked or being paid stays as it was sold (see: services)',
  async run({ db }, [key, ...args]) {
    if (!key) return wrong('Name the service. See: services');
    const words = givenWords(args, WORDS);
    if (!words.ok) return wrong(words.message);
    return await db.transaction().execute(async (trx) => {
      const there = await lockService(trx, key);
      if (!there) return wrong(`There is no service ${key}. See: services`);
      if (words.given.size === 0) return done(...linesOf(there));
      return await change(trx, there, words.given);
    });
  },
};

async function change(trx: Db, there: OfferedService, given: ReadonlyMap<string, string>): Promise<Outcome> {
  const read = changed(there, given);
  if (!read.ok) return wrong(read.message);
  const { service: next } = read;
  const lines = linesOf(next);
  if (next.duration !== there.duration) {
    // A class that stands with seats taken ends when it was to end for those who have them.
    if (there.format !== 'ONE_ON_ONE')
      return wrong(
        `The minutes of a class belong to its hours and to the seats that are sold in it. ${there.name} keeps its ${there.duration}.`,
      );
    const longest = await longestOpening(trx, there.id);
    if (next.duration > longest)
      return wrong(
        `${there.name} is never open for more than ${longest} minutes at a time: nobody could book it.`,
      );
  }
  await updateService(trx, next);
  lines.push('What is booked or being paid stays as it was sold; carts show the new price and ask again.');
  if (there.stripe_product_id !== null)
    lines.push('So that the payment provider knows: npm run stripe:sync -- --apply');
  return done('Changed:', ...lines);
}

type Read = { ok: true; service: OfferedService } | { ok: false; message: string };

function changed(there: OfferedService, given: ReadonlyMap<string, string>): Read {
  const no = (message: string): Read => ({ ok: false, message });
  for (const name of ['name', 'description']) {
    const value = given.get(name);
    if (value === '') return no(`${name} is empty.`);
    if (value !== undefined && value.length > MOST[name]!)
      return no(`${name} is too long: ${MOST[name]} letters at most.`);
  }
  const cents: Partial<Record<(typeof PRICES)[number], number | null>> = {};
  for (const name of PRICES) {
    const value = given.get(name);
    if (value === undefined) continue;
    const amount = value === NONE && name !== 'price' ? null : centsOf(value);
    if (amount === undefined)
      return no(
        `${name}=${value} is no price. Write dollars, such as 85${name === 'price' ? '' : ', or none'}.`,
      );
    cents[name] = amount;
  }
  const minutes = given.get('duration');
  if (minutes !== undefined && !(/^\d{1,3}$/.test(minutes) && +minutes >= 5 && +minutes <= LONGEST_MIN))
    return no(`The duration is in minutes, 5 to ${LONGEST_MIN}.`);
  const next: OfferedService = {
    ...there,
    name: given.get('name') ?? there.name,
    description: given.get('description') ?? there.description,
    duration: minutes === undefined ? there.duration : +minutes,
    base_price_cents: cents.price ?? there.base_price_cents,
    min_price_cents: cents.min === undefined ? there.min_price_cents : cents.min,
    max_price_cents: cents.max === undefined ? there.max_price_cents : cents.max,
    suggested_price_cents: cents.suggested === undefined ? there.suggested_price_cents : cents.suggested,
  };
  const problem = problemOfScale(next);
  return problem === null ? { ok: true, service: next } : no(problem);
}

/** '85' or '85.50', to ten thousand dollars. */
function centsOf(value: string): number | undefined {
  if (!/^\d{1,5}(?:\.\d{2})?$/.test(value) || +value > MOST_DOLLARS) return undefined;
  return toCents(+value);
}

/** A scale has both ends, runs upwards in whole dollars, and its other prices lie on it. */
function problemOfScale({
  base_price_cents: price,
  min_price_cents: min,
  max_price_cents: max,
  suggested_price_cents: suggested,
}: OfferedService): string | null {
  if (min === null && max === null)
    return suggested === null ? null : 'Without a scale nothing is suggested: give suggested=none as well.';
  if (min === null || max === null) return 'A scale has both ends: give min=… and max=…, or none for both.';
  if (max <= min) return `The scale has to run upwards: ${formatCents(min)} to ${formatCents(max)} does not.`;
  if (min % 100 !== 0 || max % 100 !== 0) return 'A scale goes in whole dollars.';
  for (const [name, amount] of [
    ['price', price],
    ['suggested', suggested],
  ] as const)
    if (amount !== null && (amount < min || amount > max))
      return `${name} of ${formatCents(amount)} does not lie on the scale of ${formatCents(min)} to ${formatCents(max)}: give ${name}=… as well.`;
  return null;
}

function linesOf(service: OfferedService): string[] {
  const { key, name, description, duration, suggested_price_cents: suggested } = service;
  const dollars = {
    base_price: service.base_price_cents / 100,
    min_price: service.min_price_cents === null ? null : service.min_price_cents / 100,
    max_price: service.max_price_cents === null ? null : service.max_price_cents / 100,
  };
  const scale = isSlidingScale(dollars)
    ? ` on a sliding scale, ${formatCents(suggested ?? service.base_price_cents)} suggested`
    : '';
  return [`${key}  ${name}, ${duration} minutes, ${priceLabel(dollars)}${scale}`, `    ${description}`];
}
