import type { Rule } from '#domain/slots/availability.ts';

/** Opens every Monday from nine to noon, at the studio. */
export const MONDAYS: Rule = {
  id: 'mondays',
  service_id: 'service',
  location_type: 'FIXED_LOCATION',
  day_of_week: 1,
  pattern: 'WEEKLY',
  week_of_month: null,
  start_date: '2026-01-05',
  end_date: null,
  start_time: '09:00',
  end_time: '12:00',
  slot_step_min: 30,
  capacity: null,
  is_active: true,
};
