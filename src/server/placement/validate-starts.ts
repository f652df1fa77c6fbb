import { practice } from '#content/public/practice.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { refuseDate } from '../agenda/days.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

const { zone } = practice;
const MINUTE_MS = 60_000;

/** Refuses times that make no sense: twice the same, between two minutes, or more than ten years away. */
export function refuseStarts(starts: readonly Date[], now: Date): Refusal | null {
  const today = localDateOf(now, zone);
  for (const start of starts) {
    const refused = refuseDate('start', localDateOf(start, zone), today);
    if (refused) return refused;
    if (start.getTime() % MINUTE_MS !== 0)
      return refuse('INVALID_INPUT', { details: { start: 'Please give whole minutes.' } });
  }
  if (new Set(starts.map((start) => start.getTime())).size !== starts.length)
    return refuse('INVALID_INPUT', { details: { starts: 'Please give each time once.' } });
  return null;
}
