import type { SeedBooking } from './types.ts';

const AT_STUDIO = 'FIXED_LOCATION';
const MON = 1;
const TUE = 2;
const WED = 3;
const THU = 4;
const FRI = 5;
const SAT = 6;

const held = (
  service: string,
  date: SeedBooking['date'],
  start_time: string,
  seats = 1,
  location_type: SeedBooking['location_type'] = AT_STUDIO,
): SeedBooking[] =>
  Array.from({ length: seats }, (_, seat) => ({
    key: `${service}-${start_time}-${seat}`,
    service,
    date,
    start_time,
    location_type,
    status: 'CONFIRMED',
    // Seats in a class are paid online.
    pays_later: seats === 1,
  }));

/** Booked by the named clients: some classes are full or nearly full, and one Thursday morning has no private slot left. */
export const sampleSeats: SeedBooking[] = [
  // classes: full, nearly full, half full
  held('yoga-nidra-by-candle', { weekday: THU, week: 0 }, '18:30', 12),
  held('yoga-nidra-by-candle', { weekday: THU, week: 1 }, '18:30', 9),
  held('slow-morning-flow', { weekday: TUE, week: 0 }, '07:30', 10),
  held('slow-morning-flow', { weekday: TUE, week: 1 }, '07:30', 4),
  held('slow-morning-flow', { weekday: THU, week: 0 }, '07:30', 7),
  held('slow-morning-flow', { weekday: SAT, week: 0 }, '07:30', 9),
  held('slow-morning-flow', { weekday: WED, week: 1 }, '17:30', 6),
  held('tea-blending-workshop', { weekday: SAT, week_of_month: 2 }, '13:00', 5),
  held('tea-blending-workshop', { weekday: 0, week_of_month: 4 }, '13:00', 8),
  held('chair-yoga', { weekday: FRI, week: 0 }, '10:00', 5),
  held('chair-yoga', { weekday: MON, week: 1 }, '10:00', 3),

  // one to one, near
  held('ayurvedic-consultation', { weekday: MON, week: 0 }, '11:15'),
  held('herbal-check-in', { weekday: MON, week: 0 }, '13:30'),
  held('marma-session', { weekday: TUE, week: 0 }, '12:30'),
  held('ayurvedic-consultation', { weekday: TUE, week: 0 }, '14:30'),
  held('herbal-consultation', { weekday: WED, week: 0 }, '09:30'),
  held('ayurvedic-house-call', { weekday: WED, week: 0 }, '13:30', 1, 'HOUSE_CALL'),
  held('private-yoga', { weekday: THU, week: 0 }, '10:30'),
  held('marma-session', { weekday: THU, week: 0 }, '15:00'),
  held('ayurvedic-consultation', { weekday: FRI, week: 0 }, '12:00'),
  held('private-yoga', { weekday: FRI, week: 0 }, '15:00'),
  held('herbal-consultation', { weekday: SAT, week: 0 }, '10:00'),

  // a Thursday morning without a private slot left
  held('private-yoga', { weekday: THU, week: 1 }, '09:30'),
  held('private-yoga', { weekday: THU, week: 1 }, '11:00'),
  held('herbal-check-in', { weekday: THU, week: 1 }, '13:10'),
  held('marma-session', { weekday: THU, week: 1 }, '14:30'),

  // later
  held('ayurvedic-consultation', { weekday: MON, week: 2 }, '13:15'),
  held('marma-session', { weekday: TUE, week: 2 }, '13:30'),
  held('ayurvedic-consultation', { weekday: FRI, week: 1 }, '12:00'),
].flat();
