import { practice } from '#content/public/practice.ts';
import type { DayOverview as Day, ExplainedDate } from '#contract/services.schemas.ts';
import type { Closure } from '#domain/availability.ts';
import {
  clientReason,
  type ExplainedDate as Explained,
  type NearTime,
  publicTextOn,
} from '#domain/client-reasons.ts';
import type { DayOverview } from '#domain/slots.ts';
import { presentSlot } from './present-slot.ts';

/** A day of the picker as clients see it. */
export function presentDay({ reason, ...day }: DayOverview, closures: readonly Closure[]): Day {
  if (reason === undefined) return day;
  const public_text = reason === 'CLOSED' ? publicTextOn(closures, day.date, practice.zone) : null;
  return { ...day, reason: clientReason(reason), ...(public_text === null ? {} : { public_text }) };
}

export function presentExplained({ times, nearest, ...day }: Explained): ExplainedDate {
  return {
    ...day,
    nearest: nearest.map(presentNear),
    times: times.map((time) => ({ ...time, nearest: time.nearest.map(presentNear) })),
  };
}

const presentNear = ({ date, slot }: NearTime) => ({ date, slot: presentSlot(slot) });
