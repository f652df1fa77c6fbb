/** The times nearest to one that cannot be booked (rules.md §4, §9). */
import type { EvaluatedDay, SlotEngine, SlotResult } from '#domain/slots/slot-engine.ts';

/** A time that can be booked, with its day (a day number). */
export type NearSlot = { day: number; result: SlotResult; evaluated: EvaluatedDay };

const DAY_MS = 86_400_000;

/**
 * Returns the bookable times nearest to `wished` (epoch ms, on the day with number `day`), the nearest first. `works`
 * leaves out times that would not help.
 */
export function nearestSlots(
  engine: Pick<SlotEngine, 'firstDay' | 'lastDay' | 'evaluateDay'>,
  wished: number,
  day: number,
  count: number,
  works: (result: SlotResult) => boolean = () => true,
): NearSlot[] {
  const found: NearSlot[] = [];
  const distance = ({ result }: NearSlot) => Math.abs(result.start - wished);
  // From the nearest day of the window on, so that a wish years away costs no more.
  const closest = Math.max(0, engine.firstDay - day, day - engine.lastDay);
  const farthest = Math.max(Math.abs(day - engine.firstDay), Math.abs(engine.lastDay - day));
  for (let away = closest; away <= farthest; away++) {
    // A day further away cannot have a nearer time than a full list from two days before.
    if (found.length >= count && away * DAY_MS - DAY_MS * 2 > distance(found[count - 1]!)) break;
    for (const each of new Set([day - away, day + away])) {
      if (each < engine.firstDay || each > engine.lastDay) continue;
      const evaluated = engine.evaluateDay(each);
      for (const result of evaluated.listed)
        if (result.reason === null && result.start !== wished && works(result))
          found.push({ day: each, result, evaluated });
    }
    found.sort((one, other) => distance(one) - distance(other));
  }
  return found.slice(0, count);
}
