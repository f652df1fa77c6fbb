import type { LocationType } from '#domain/slots/services.ts';
import type { DateRef, SeedClosure, SeedOpening, SeedRule, Weekday } from './types.ts';

const SUN = 0;
const MON = 1;
const TUE = 2;
const WED = 3;
const THU = 4;
const FRI = 5;
const SAT = 6;

/** The availability rules have existed for more than a year. */
const LONG_AGO = { day_offset: -400 };

interface Hours {
  at?: LocationType;
  step?: number;
  pattern?: SeedRule['pattern'];
  week_of_month?: SeedRule['week_of_month'];
  from?: DateRef;
  until?: DateRef;
  capacity?: number;
  active?: boolean;
}

function rule(
  key: string,
  service: string,
  day: Weekday,
  start: string,
  end: string,
  hours: Hours = {},
): SeedRule {
  return {
    key,
    service,
    location_type: hours.at ?? 'FIXED_LOCATION',
    day_of_week: day,
    pattern: hours.pattern === undefined ? 'WEEKLY' : hours.pattern,
    week_of_month: hours.week_of_month ?? null,
    start_date: hours.from ?? LONG_AGO,
    end_date: hours.until ?? null,
    start_time: start,
    end_time: end,
    slot_step_min: hours.step ?? 30,
    capacity: hours.capacity ?? null,
    is_active: hours.active ?? true,
  };
}

/**
 * The weekly availability rules. A class takes place once a day at its start_time and blocks everything else, so classes
 * must not overlap; one-to-one rules may overlap, because an appointment blocks the others.
 */
export const seedRules: SeedRule[] = [
  // classes
  rule('flow-tuesday', 'slow-morning-flow', TUE, '07:30', '08:45'),
  rule('flow-wednesday-evening', 'slow-morning-flow', WED, '17:30', '18:45', { capacity: 8 }),
  rule('flow-thursday', 'slow-morning-flow', THU, '07:30', '08:45'),
  rule('flow-saturday', 'slow-morning-flow', SAT, '07:30', '08:45'),
  rule('chair-monday', 'chair-yoga', MON, '10:00', '10:45'),
  rule('chair-friday', 'chair-yoga', FRI, '10:00', '10:45'),
  rule('nidra-thursday', 'yoga-nidra-by-candle', THU, '18:30', '19:30'),
  rule('tea-second-saturday', 'tea-blending-workshop', SAT, '13:00', '15:00', {
    pattern: 'MONTHLY',
    week_of_month: 2,
  }),
  rule('tea-fourth-sunday', 'tea-blending-workshop', SUN, '13:00', '15:00', {
    pattern: 'MONTHLY',
    week_of_month: 4,
  }),
  rule('kitchen-sunday', 'quiet-kitchen-workshop', SUN, '10:00', '12:00', {
    pattern: 'BIWEEKLY',
    from: { weekday: SUN, week: -40 },
  }),

  // Monday: the long first visits
  rule('consultation-monday', 'ayurvedic-consultation', MON, '11:15', '16:30'),
  rule('check-in-monday', 'herbal-check-in', MON, '11:30', '15:30'),
  rule('follow-up-home-monday', 'seasonal-follow-up', MON, '14:00', '18:00', {
    at: 'HOUSE_CALL',
    step: 60,
    pattern: 'BIWEEKLY',
    from: { weekday: MON, week: -26 },
  }),

  // Tuesday
  rule('follow-up-tuesday', 'seasonal-follow-up', TUE, '09:00', '12:15', { step: 45 }),
  rule('marma-tuesday', 'marma-session', TUE, '12:30', '17:15'),
  rule('consultation-tuesday', 'ayurvedic-consultation', TUE, '13:00', '18:00', { step: 45 }),

  // Wednesday: herbs at the studio in the morning, house calls after lunch
  rule('herbal-wednesday', 'herbal-consultation', WED, '09:30', '15:00'),
  rule('home-ayurveda-wednesday', 'ayurvedic-house-call', WED, '12:30', '16:45', {
    at: 'HOUSE_CALL',
    step: 60,
  }),
  rule('home-apothecary-wednesday', 'home-apothecary-visit', WED, '13:00', '16:30', {
    at: 'HOUSE_CALL',
    pattern: 'BIWEEKLY',
    from: { weekday: WED, week: -30 },
  }),

  // Thursday
  rule('private-thursday', 'private-yoga', THU, '09:30', '13:00'),
  rule('check-in-thursday', 'herbal-check-in', THU, '13:10', '14:40', { step: 40 }),
  rule('marma-thursday', 'marma-session', THU, '14:00', '18:00'),

  // Friday
  rule('consultation-friday', 'ayurvedic-consultation', FRI, '11:15', '17:00', { step: 45 }),
  rule('private-friday', 'private-yoga', FRI, '13:00', '17:30'),
  // no pattern: every Friday, as an imported rule without one would be
  rule('check-in-friday', 'herbal-check-in', FRI, '12:00', '15:00', { pattern: null }),
  rule('check-in-online-friday', 'herbal-check-in', FRI, '12:00', '15:00', { at: 'VIRTUAL' }),

  // Saturday
  rule('herbal-saturday', 'herbal-consultation', SAT, '09:15', '12:45', { step: 45 }),
  rule('marma-saturday', 'marma-session', SAT, '09:00', '12:00', {
    pattern: 'BIWEEKLY',
    from: { weekday: SAT, week: -21 },
  }),
  rule('follow-up-first-saturday', 'seasonal-follow-up', SAT, '10:00', '12:30', {
    step: 15,
    pattern: 'MONTHLY',
    week_of_month: 1,
  }),
  rule('follow-up-third-saturday', 'seasonal-follow-up', SAT, '10:00', '12:30', {
    step: 15,
    pattern: 'MONTHLY',
    week_of_month: 3,
  }),

  // evenings that start later this month, rules that have ended, and inactive rules
  rule('marma-monday-evening', 'marma-session', MON, '17:00', '19:00', { from: { weekday: MON, week: 2 } }),
  rule('private-summer-monday', 'private-yoga', MON, '07:00', '09:30', {
    from: { day_offset: -220 },
    until: { day_offset: -90 },
  }),
  rule('marma-sunday', 'marma-session', SUN, '15:30', '18:00', { active: false }),
];

/** Time off: closed days, and one afternoon. */
export const seedClosures: SeedClosure[] = [
  {
    key: 'quiet-monday-afternoon',
    date: { weekday: MON, week: 1 },
    days: 1,
    from_time: '12:30',
    to_time: '16:00',
    reason: 'The studio is closed for the afternoon.',
  },
  {
    key: 'teachers-days',
    date: { weekday: WED, week: 2 },
    days: 3,
    from_time: '00:00',
    to_time: '24:00',
    reason: 'Nalini is away at her teachers’ days.',
  },
  {
    key: 'herb-harvest-day',
    date: { weekday: TUE, week: 3 },
    days: 1,
    from_time: '00:00',
    to_time: '24:00',
    reason: 'We are at the farm, collecting herbs.',
  },
];

/** One-day rules. */
export const seedOpenings: SeedOpening[] = [
  {
    key: 'consultation-extra-sunday',
    service: 'ayurvedic-consultation',
    location_type: 'FIXED_LOCATION',
    date: { weekday: SUN, week: 1 },
    start_time: '15:30',
    end_time: '19:00',
    slot_step_min: 30,
    capacity: null,
  },
  {
    key: 'nidra-extra-friday',
    service: 'yoga-nidra-by-candle',
    location_type: 'FIXED_LOCATION',
    date: { weekday: FRI, week: 1 },
    start_time: '19:00',
    end_time: '20:00',
    slot_step_min: 30,
    capacity: 12,
  },
];
