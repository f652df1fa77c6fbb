import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOr } from '#domain/people/personal.ts';
import {
  actLabel,
  byPerson,
  decidedLabel,
  FATES,
  type Reached,
  reachText,
  refundOf,
  toCall,
  WAYS,
} from '#domain/visits/reach.ts';

let next = 0;
const person = (name: string, more: Partial<Reached> = {}): Reached => ({
  booking: `b${++next}`,
  start_time: '2026-12-08T18:00:00.000Z',
  client: {
    id: name,
    name: nameOr(null, `${name} Oakes`),
    short_name: nameOr(null, `${name} O.`),
    phone: '+15035550102',
  },
  way: 'MAIL',
  fate: 'CANCELLED',
  refund: 'FULL',
  refund_cents: 8500,
  by_hand_cents: 0,
  ...more,
});
const unpaid = { refund: 'NOTHING_PAID', refund_cents: 0 } as const;
const hannah = (more: Partial<Reached> = {}) => person('Hannah', { way: 'NO_ADDRESS', ...more });

describe('the sentence of a plan', () => {
  it.each<[string, Reached[], string]>([
    ['nobody', [], 'Nobody is told.'],
    ['only kept ones', [person('Maren', { fate: 'KEPT' })], 'Nobody is told.'],
    ['one, told and paid', [person('Maren')], '1 person is told and refunded in full.'],
    ['two', [person('Maren'), person('Ivo')], '2 people are told and refunded in full.'],
    ['hidden', [person('Maren', { refund_cents: null })], '1 person is told and refunded in full.'],
    [
      'told, nothing paid',
      [person('Maren', unpaid)],
      '1 person is told by e-mail. Nothing was paid by card.',
    ],
    [
      'no address, nothing paid',
      [hannah(unpaid)],
      'Nobody is told by e-mail. Hannah O. has no e-mail address: please call. Nothing was paid by card.',
    ],
    [
      'no address, paid',
      [person('Maren'), hannah()],
      '1 person is told by e-mail. Hannah O. has no e-mail address: please call. $170 goes back to 2 people.',
    ],
    [
      'some paid',
      [person('Maren'), person('Ivo', unpaid)],
      '2 people are told by e-mail. $85 goes back to 1 person. 1 person paid nothing by card.',
    ],
    [
      'a hidden amount beside a known one gives no sum',
      [person('Maren', { refund_cents: null }), person('Ivo'), hannah(unpaid)],
      '2 people are told by e-mail. Hannah O. has no e-mail address: please call. 2 people are refunded in full. 1 person paid nothing by card.',
    ],
    [
      'cash',
      [person('Maren', { ...unpaid, by_hand_cents: 4000 })],
      '1 person is told by e-mail. Nothing was paid by card. $40 was paid to you directly and doesn’t go back by itself.',
    ],
    [
      'moved',
      [person('Maren', { fate: 'MOVED' }), hannah({ fate: 'MOVED', ...unpaid })],
      '1 person is told by e-mail. Hannah O. has no e-mail address: please call. Who is moved and has paid by card may have everything back instead.',
    ],
    [
      'a message',
      [person('Maren', { fate: 'MESSAGED' }), person('Theo', { fate: 'MESSAGED', way: 'MAIL_LIMIT' })],
      '1 person is told by e-mail. Theo O. got 20 e-mails from you today: please call.',
    ],
    [
      'one client with two bookings is one person',
      [person('Maren'), person('Maren')],
      '1 person is told and refunded in full.',
    ],
  ])('%s', (_, reached, text) => expect(reachText(reached)).toBe(text));
});

const anybody = fc
  .record({
    name: fc.constantFrom('Maren', 'Ivo', 'Ana', 'Theo', 'Hannah'),
    way: fc.constantFrom(...WAYS),
    fate: fc.constantFrom(...FATES),
    money: fc.constantFrom(
      unpaid,
      { refund: 'NONE', refund_cents: 0 } as const,
      { refund: 'PART', refund_cents: 4321 } as const,
      { refund: 'FULL', refund_cents: 8765 } as const,
      { refund: 'FULL', refund_cents: null } as const,
    ),
  })
  .map(({ name, way, fate, money }) =>
    person(name, { way, fate, ...money, ...(way === 'FORMER' ? { client: null } : {}) }),
  );
const plans = fc.array(anybody, { maxLength: 6 });
const inOrder = (one: Reached, two: Reached) => one.booking.localeCompare(two.booking);

describe('whatever is planned', () => {
  it('whoever has to be called is named or counted, and in the list afterwards', () => {
    fc.assert(
      fc.property(plans, (reached) => {
        const text = reachText(reached);
        const missed = reached.filter(
          ({ fate, way }) => fate !== 'KEPT' && (way === 'NO_ADDRESS' || way === 'MAIL_LIMIT'),
        );
        // With each of their sessions, and each person once.
        const people = byPerson(toCall(reached));
        expect(people.flat().toSorted(inOrder)).toEqual(missed.toSorted(inOrder));
        const listed = new Set(people.map(([first]) => first!.client!.id));
        expect(listed.size).toBe(people.length);
        for (const { client } of missed)
          expect(
            text.includes(client!.short_name) || text.includes(`${listed.size} people have to be called`),
          ).toBe(true);
      }),
    );
  });

  it('"in full", "told" and amounts are said only where they are so', () => {
    fc.assert(
      fc.property(plans, (reached) => {
        const said = `${reachText(reached)} ${actLabel('Cancel', reached)} ${decidedLabel('Cancel', reached)}`;
        const cancelled = reached.filter(({ fate }) => fate === 'CANCELLED');
        const refunded = cancelled.filter(({ refund }) => refund === 'FULL' || refund === 'PART');
        if (refunded.length === 0) expect(said).not.toMatch(/refund(ed)? |goes back/);
        if (/ and tell /.test(said)) expect(reached.some(({ way }) => way === 'MAIL')).toBe(true);
        if (refunded.some(({ refund_cents }) => refund_cents === null)) expect(said).not.toContain('$');
        expect(refundOf(reached).people).toBeLessThanOrEqual(refunded.length);
      }),
    );
  });
});

describe('the label of the button', () => {
  it.each<[string, Reached[], string]>([
    ['nobody', [], 'Cancel this date'],
    ['paid', [person('Maren'), person('Ivo')], 'Cancel this date and refund $170 to 2 people'],
    ['hidden', [person('Maren', { refund_cents: null })], 'Cancel this date and refund 1 person in full'],
    [
      'a part',
      [person('Maren', { refund: 'PART', refund_cents: null })],
      'Cancel this date and refund 1 person',
    ],
    ['nothing paid', [person('Maren', unpaid)], 'Cancel this date and tell 1 person'],
    ['nobody is told', [hannah(unpaid)], 'Cancel this date'],
  ])('of one change: %s', (_, reached, label) => expect(actLabel('Cancel this date', reached)).toBe(label));

  const moved = person('Ivo', { fate: 'MOVED' });
  it.each<[string | null, Reached[], string]>([
    ['Change hours', [person('Maren', { fate: 'KEPT' })], 'Change hours'],
    [
      'Change hours',
      [person('Maren'), moved],
      'Change hours, cancel 1, reschedule 1 and refund $85 to 1 person',
    ],
    ['Add time off', [moved], 'Add time off, reschedule 1 and tell 1 person'],
    [null, [person('Maren'), moved], 'Cancel 1 session, reschedule 1 and refund $85 to 1 person'],
    [null, [hannah(unpaid), person('Ana', unpaid)], 'Cancel 2 sessions and tell 1 person'],
  ])('of decisions: %s', (act, reached, label) => expect(decidedLabel(act, reached)).toBe(label));
});
