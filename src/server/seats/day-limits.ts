import { practice } from '#content/public/practice.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import { createSlotEngine } from '#domain/slots/slot-engine.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Trx } from '../db/pool.ts';
import { type PracticeFacts, readPracticeFacts, slotFactsOf } from './practice-facts.ts';

const { zone } = practice;

/**
 * Returns the lines that a limit of the practitioner's day refuses, after what is taken and the lines before them. `moved`:
 * the session that leaves its time for them.
 */
export function linesOverLimit<Line extends SeatLine>(
  facts: Omit<PracticeFacts, 'had_visit'>,
  lines: readonly Line[],
  moved: readonly { start: Date }[] = [],
): Line[] {
  let { busy } = facts;
  if (facts.catalogue.limits === null) return [];
  return lines.filter((line) => {
    if (isClassFormat(line.format)) return false;
    const about = { service_id: line.service_id, location_types: [], now: new Date(line.start_time), zone };
    const own = slotFactsOf({ ...facts, busy }, about);
    if (!own) return false;
    const [start, end] = [Date.parse(line.start_time), Date.parse(line.end_time)];
    const blocked = Date.parse(line.blocked_until);
    const engine = createSlotEngine({ ...own, moved }, false);
    if (engine.limitExceededBy({ start, end, blocked }) !== null) return true;
    busy = {
      starts: [...busy.starts, start],
      ends: [...busy.ends, end],
      blocked: [...busy.blocked, blocked],
    };
    return false;
  });
}

/** Returns whether a limit refuses one of these lines. The transaction must hold lockTimeToTake of them. */
export async function exceedsLimit(
  trx: Trx,
  lines: readonly SeatLine[],
  moved: readonly { start: Date }[] = [],
): Promise<boolean> {
  const dates = lines.map(({ start_time }) => localDateOf(start_time, zone)).sort();
  const range = { user_id: null, from: dates[0]!, to: dates.at(-1)! };
  return linesOverLimit(await readPracticeFacts(trx, range), lines, moved).length > 0;
}
