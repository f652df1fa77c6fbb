import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { privatePractice } from '#content/private/practice.ts';
import {
  holdDecision,
  type HoldLimits,
  scaleLimits,
  seatsToHold,
  unitsOf,
} from '#domain/checkout/holding.ts';

const limits = privatePractice.hold_limits;
const session = (date = '2026-03-03', minutes = 60) => ({
  occurrence: '',
  is_class: false,
  capacity: 1,
  date,
  minutes,
});
const seat = (capacity: number, occurrence = 'flow') => ({
  occurrence,
  is_class: true,
  capacity,
  date: '2026-03-03',
  minutes: 60,
});
const noOthers = {
  is_known: false,
  client_minutes: 0,
  network_units: 0,
  wide_units: 0,
  days: new Map([['2026-03-03', { open: 480, held: 0 }]]),
  class_seats: new Map<string, number>(),
};
const decide = (more: Partial<typeof noOthers>, lines = [session()]) =>
  holdDecision({ ...noOthers, ...more }, lines, limits);

describe('the limit on unpaid holds', () => {
  it('is three units for a new client and ten for a known one', () => {
    const days = new Map(Array.from({ length: 11 }, (_, n) => [`d${n}`, { open: 480, held: 0 }]));
    const cart = (count: number) => Array.from({ length: count }, (_, n) => session(`d${n}`));
    expect(decide({ days }, cart(3))).toBe('HOLD');
    expect(decide({ days }, cart(4))).toEqual({ pay_first: 'client-units' });
    expect(decide({ days, is_known: true }, cart(10))).toBe('HOLD');
    expect(decide({ days, is_known: true }, cart(11))).toEqual({ pay_first: 'client-units' });
  });

  it('is 105 minutes in 24 hours for a new client and 210 for a known one', () => {
    expect(decide({ client_minutes: 104 })).toBe('HOLD');
    expect(decide({ client_minutes: 105 })).toEqual({ pay_first: 'client-minutes' });
    expect(decide({ client_minutes: 209, is_known: true })).toBe('HOLD');
    expect(decide({ client_minutes: 210, is_known: true })).toEqual({ pay_first: 'client-minutes' });
  });

  it('is six units of a network and twelve of a wide one, for new clients', () => {
    expect(decide({ network_units: 5, wide_units: 11 })).toBe('HOLD');
    expect(decide({ network_units: 5.5 })).toEqual({ pay_first: 'network' });
    expect(decide({ wide_units: 12 })).toEqual({ pay_first: 'network-wide' });
    expect(decide({ network_units: 100, wide_units: 100, is_known: true })).toBe('HOLD');
  });

  it('is half of a day, and always the first session of a day', () => {
    const days = (open: number, held: number) => new Map([['2026-03-03', { open, held }]]);
    expect(decide({ days: days(480, 180) })).toBe('HOLD');
    expect(decide({ days: days(480, 181) })).toEqual({ pay_first: 'day' });
    expect(decide({ days: days(60, 0) })).toBe('HOLD');
    expect(decide({ days: days(60, 0) }, [session(), session()])).toEqual({ pay_first: 'day' });
    expect(decide({ days: days(60, 60), is_known: true })).toBe('HOLD');
  });

  it('is three quarters of a class, and one seat at least', () => {
    const taken = (seats: number) => new Map([['flow', seats]]);
    expect([1, 2, 3, 5, 8, 20].map((capacity) => seatsToHold(capacity, limits))).toEqual([1, 1, 2, 3, 6, 15]);
    expect(decide({ class_seats: taken(14) }, [seat(20)])).toBe('HOLD');
    expect(decide({ class_seats: taken(15) }, [seat(20)])).toEqual({ pay_first: 'class' });
    expect(decide({ class_seats: taken(1) }, [seat(1)])).toEqual({ pay_first: 'class' });
  });

  it('counts twenty seats of a class of twenty as one unit', () => {
    expect(unitsOf(Array.from({ length: 20 }, () => seat(20)))).toBeCloseTo(1);
    expect(decide({ network_units: 19 / 20 + 5, wide_units: 19 / 20 + 5 }, [seat(20)])).toBe('HOLD');
  });

  it('is multiplied by RATE_LIMIT_SCALE', () => {
    const facts = {
      ...noOthers,
      network_units: 11,
      client_minutes: 209,
      days: new Map([['2026-03-03', { open: 480, held: 420 }]]),
    };
    expect(holdDecision(facts, [session()], scaleLimits(limits, 2))).toBe('HOLD');
    expect(holdDecision(facts, [session()], scaleLimits(limits, 1.9))).toEqual({
      pay_first: 'client-minutes',
    });
  });
});

// A whole practice in memory ------------------------------------------------------------------------------

const CLIENTS = 30;
const NETWORKS = 5;
const DAYS = ['2026-03-03', '2026-03-04', '2026-03-05'];
const TIMES_A_DAY = 8;
const SEATS = 6;
const OPEN = TIMES_A_DAY * 60;
const LONGEST = 40;

type Checkout = {
  client: number;
  network: number;
  times: { date: string; time: number }[];
  has_seat: boolean;
  holds: boolean;
  is_known: boolean;
  state: 'OPEN' | 'ENDED' | 'CONFIRMED' | 'REFUNDED';
  made: number;
  ended: number | null;
};

/** A simple model of the policy and of the checkout. Times are minutes. */
class Practice {
  private readonly applied: HoldLimits;
  constructor(applied: HoldLimits) {
    this.applied = applied;
  }

  now = 0;
  readonly checkouts: Checkout[] = [];
  /** When the account was last deleted: earlier history no longer belongs to it. */
  readonly born = Array.from({ length: CLIENTS }, () => 0);
  /** How much new clients were allowed to hold at the last hold on a day. */
  readonly dayLimit = new Map<string, number>();

  own = (client: number) =>
    this.checkouts.filter((each) => each.client === client && each.made >= this.born[client]!);
  open = (client: number) => this.own(client).find(({ state }) => state === 'OPEN');
  isKnown = (client: number) => this.own(client).some(({ state }) => state === 'CONFIRMED');
  unpaid = () =>
    this.checkouts.filter(({ state, holds, is_known }) => state === 'OPEN' && holds && !is_known);
  isTaken = (date: string, time: number, but?: Checkout) =>
    this.checkouts.some(
      (each) =>
        each !== but &&
        (each.state === 'CONFIRMED' || (each.state === 'OPEN' && each.holds)) &&
        each.times.some((other) => other.date === date && other.time === time),
    );
  seats = (but?: Checkout) =>
    this.checkouts.filter(
      (each) =>
        each !== but &&
        each.has_seat &&
        (each.state === 'CONFIRMED' || (each.state === 'OPEN' && each.holds)),
    ).length;
  units = (checkouts: Pick<Checkout, 'times' | 'has_seat'>[]) =>
    checkouts.reduce((sum, { times, has_seat }) => sum + times.length + (has_seat ? 1 / SEATS : 0), 0);
  held = (checkouts: Checkout[], date: string) =>
    60 * checkouts.flatMap(({ times }) => times).filter((time) => time.date === date).length;
  paid = (date: string) =>
    this.held(
      this.checkouts.filter(({ state }) => state === 'CONFIRMED'),
      date,
    );
  minutes(client: number): number {
    const kept = this.own(client).filter(({ state }) => state === 'CONFIRMED');
    const since = Math.max(this.now - 24 * 60, ...kept.map(({ made }) => made));
    return this.own(client)
      .filter(({ holds, state, made }) => holds && (state === 'OPEN' || state === 'ENDED') && made > since)
      .reduce((sum, { made, ended }) => sum + Math.min(LONGEST, (ended ?? this.now) - made), 0);
  }

  checkOut(client: number, network: number, times: Checkout['times'], has_seat: boolean): void {
    const before = this.open(client);
    if (before) this.end(before);
    const mine = this.own(client).some((each) => each.has_seat && each.state === 'CONFIRMED');
    const wanted = times.filter(({ date, time }) => !this.isTaken(date, time));
    const seatWanted = has_seat && !mine && this.seats() < SEATS;
    if (wanted.length === 0 && !seatWanted) return;
    const is_known = this.isKnown(client);
    const others = this.unpaid();
    const ofNetwork = this.units(others.filter((each) => each.network === network));
    const facts = {
      is_known,
      client_minutes: this.minutes(client),
      network_units: ofNetwork,
      wide_units: ofNetwork,
      days: new Map(
        DAYS.map((date) => [date, { open: OPEN - this.paid(date), held: this.held(others, date) }]),
      ),
      class_seats: new Map([['flow', others.filter((each) => each.has_seat).length]]),
    };
    const lines = [...wanted.map(({ date }) => session(date)), ...(seatWanted ? [seat(SEATS)] : [])];
    const decision = holdDecision(facts, lines, this.applied);
    const holds = decision === 'HOLD';
    const isWithinOwn =
      this.units([{ times: wanted, has_seat: seatWanted }]) <= 10 && facts.client_minutes < 210;
    if (is_known && this.applied === limits)
      expect(holds, 'a known client within the limits of a known client').toBe(isWithinOwn);
    const made = this.now;
    this.checkouts.push({
      client,
      network,
      times: wanted,
      has_seat: seatWanted,
      holds,
      is_known,
      state: 'OPEN',
      made,
      ended: null,
    });
    if (holds && !is_known)
      for (const { date } of wanted)
        this.dayLimit.set(date, Math.max(60, (OPEN - this.paid(date)) * limits.day_share));
  }

  end(checkout: Checkout): void {
    Object.assign(checkout, { state: 'ENDED', ended: this.now });
  }

  pay(client: number): void {
    const checkout = this.open(client);
    if (!checkout) return;
    const isFree =
      checkout.times.every(({ date, time }) => !this.isTaken(date, time, checkout)) &&
      (!checkout.has_seat || this.seats(checkout) < SEATS);
    if (checkout.holds) expect(isFree, 'what is held can be paid').toBe(true);
    Object.assign(checkout, { state: isFree ? 'CONFIRMED' : 'REFUNDED', ended: this.now });
  }

  refund(client: number): void {
    const paid = this.own(client).find(({ state }) => state === 'CONFIRMED');
    if (paid) paid.state = 'REFUNDED';
  }

  delete(client: number): void {
    const open = this.open(client);
    if (open) this.end(open);
    this.born[client] = this.now + 1e-9;
  }

  pass(minutes: number): void {
    this.now += minutes;
    for (const each of this.checkouts)
      if (each.state === 'OPEN' && this.now - each.made >= 36)
        Object.assign(each, { state: 'ENDED', ended: each.made + 36 });
  }

  check(): void {
    const unpaid = this.unpaid();
    for (const each of this.checkouts)
      if (each.state === 'OPEN' && each.holds)
        expect(this.units([each]), 'H1').toBeLessThanOrEqual(each.is_known ? 10 : 3 + 1e-6);
    for (let network = 0; network < NETWORKS; network++)
      expect(this.units(unpaid.filter((each) => each.network === network)), 'H2').toBeLessThanOrEqual(
        6 + 1e-6,
      );
    for (const date of DAYS)
      expect(this.held(unpaid, date), 'H3a').toBeLessThanOrEqual(this.dayLimit.get(date) ?? 0);
    expect(unpaid.filter(({ has_seat }) => has_seat).length, 'H3b').toBeLessThanOrEqual(
      Math.floor(SEATS * 0.75),
    );
    // The decision is made when a checkout is created, so the last one may add its own minutes. A refund restores the
    // minutes that its payment cleared.
    for (let client = 0; client < CLIENTS; client++)
      if (!this.own(client).some(({ state }) => state === 'REFUNDED'))
        expect(this.minutes(client), 'H4').toBeLessThan((this.isKnown(client) ? 210 : 105) + LONGEST);
  }
}

describe('any history of thirty clients in five networks', () => {
  const client = fc.nat(CLIENTS - 1);
  const time = fc.record({ date: fc.constantFrom(...DAYS), time: fc.nat(TIMES_A_DAY - 1) });
  const times = fc.uniqueArray(time, { maxLength: 8, selector: ({ date, time: at }) => `${date} ${at}` });
  const action = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('check-out'),
        client,
        network: fc.nat(NETWORKS - 1),
        times,
        seat: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('end'), client }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('pay'), client }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('refund'), client }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), client }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('pass'), minutes: fc.integer({ min: 1, max: 90 }) }),
    },
  );

  it('keeps every limit of the policy', () => {
    const { held, paidFirst } = checkHistories(limits);
    expect(held).toBeGreaterThan(200);
    expect(paidFirst).toBeGreaterThan(200);
  });

  it('control: breaks them with the policy off', () => {
    // Any history that does; the shortest one takes a hundred times as long to find.
    expect(() => checkHistories(scaleLimits(limits, 1000), { endOnFailure: true })).toThrow(
      /Property failed/,
    );
  });

  function checkHistories(
    applied: HoldLimits,
    how: { endOnFailure?: true } = {},
  ): { held: number; paidFirst: number } {
    let held = 0;
    let paidFirst = 0;
    fc.assert(
      fc.property(fc.array(action, { minLength: 50, maxLength: 200 }), (actions) => {
        const practice = new Practice(applied);
        for (const step of actions) {
          if ('times' in step) practice.checkOut(step.client, step.network, step.times, step.seat);
          else if ('minutes' in step) practice.pass(step.minutes);
          else if (step.do === 'pay') practice.pay(step.client);
          else if (step.do === 'refund') practice.refund(step.client);
          else if (step.do === 'delete') practice.delete(step.client);
          else {
            const open = practice.open(step.client);
            if (open) practice.end(open);
          }
          practice.check();
        }
        held += practice.checkouts.filter(({ holds }) => holds).length;
        paidFirst += practice.checkouts.filter(({ holds }) => !holds).length;
      }),
      { numRuns: 40, ...how },
    );
    return { held, paidFirst };
  }
});
