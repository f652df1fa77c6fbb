import { describe, expect, test } from 'vitest';
import type { BookingOptions } from '#contract/bookings.schemas.ts';
import {
  cancelLabel,
  cancelledText,
  laterText,
  quoteChangedText,
  refusalText,
  reschedulesText,
  samePriceText,
} from '#web/bookings/change/change-texts.ts';

const ZONE = 'America/Los_Angeles';
const early: BookingOptions['cancel'] = {
  why_not: null,
  refund_cents: 8500,
  later_refund_cents: 0,
  changes_at: '2026-12-07T18:00:00.000Z',
};
const late = { ...early, refund_cents: 0, changes_at: null };
const reschedule: BookingOptions['reschedule'] = {
  why_not: null,
  reschedules_left: 2,
  max_reschedules: 2,
  hours_before: 24,
  reschedule_until: '2026-12-07T18:00:00.000Z',
};

describe('cancelling', () => {
  test('the button names what comes back', () => {
    expect(cancelLabel(early, false)).toBe('Cancel and get $85.00 back');
    expect(cancelLabel({ ...early, refund_cents: 4250 }, false)).toBe('Cancel and get $42.50 back');
    expect(cancelLabel(late, false)).toBe('Cancel without refund');
    expect(cancelLabel(late, true)).toBe('Cancel booking');
  });
  test('the next hour of the policy is named with what is left then', () => {
    expect(laterText(early, ZONE)).toBe('After Mon, Dec 7, 10:00 AM PST: no refund.');
    expect(laterText({ ...early, later_refund_cents: 4250 }, ZONE)).toBe(
      'After Mon, Dec 7, 10:00 AM PST: $42.50 back.',
    );
    expect(laterText(late, ZONE)).toBeNull();
  });
  test('a changed refund is explained with the time', () => {
    const now = new Date('2026-12-07T18:01:00Z');
    expect(quoteChangedText(late, now, ZONE)).toBe(
      'It’s 10:01 AM. The refund changed while this was open: there is no refund any more.',
    );
    expect(quoteChangedText({ ...late, refund_cents: 4250 }, now, ZONE)).toBe(
      'It’s 10:01 AM. The refund changed while this was open: cancelling now gets you $42.50 back.',
    );
  });
  test('the result says where the money goes', () => {
    expect(cancelledText(8500)).toMatch(/\$85\.00 is on its way back to the card you paid with/);
    expect(cancelledText(0)).toBe('Your booking is cancelled.');
  });
});

describe('rescheduling', () => {
  test('what is not paid yet is not called paid', () => {
    const money = {
      status: 'CONFIRMED',
      price_cents: 8500,
      refunded_cents: 0,
      offline_cents: 0,
      price_range: null,
    } as const;
    expect(samePriceText({ ...money, paid_cents: 8500, balance_cents: 0 })).toBe(
      'Same price, nothing to pay.',
    );
    expect(samePriceText({ ...money, paid_cents: 0, balance_cents: 8500 })).toBe('Same price.');
  });
  test('says how often and until when', () => {
    expect(reschedulesText(reschedule)).toBe('You can reschedule twice, until 24 hours before.');
    expect(reschedulesText({ ...reschedule, reschedules_left: 1 })).toBe(
      'You can reschedule once more, until 24 hours before.',
    );
    expect(reschedulesText({ ...reschedule, reschedules_left: 1, max_reschedules: 1 })).toBe(
      'You can reschedule once, until 24 hours before.',
    );
    expect(reschedulesText({ ...reschedule, reschedules_left: 3, hours_before: 0 })).toBe(
      'You can reschedule 3 times.',
    );
  });
  test('a refusal asks to call', () => {
    expect(refusalText('NO_RESCHEDULES_LEFT', 2)).toBe('You’ve rescheduled this twice. Please call us:');
    expect(refusalText('NO_RESCHEDULES_LEFT', 0)).toBe('This can’t be rescheduled online. Please call us:');
    expect(refusalText('TOO_LATE_TO_RESCHEDULE', 2)).toBe(
      'It’s too late to reschedule online. Please call us:',
    );
  });
});
