import ICAL from 'ical.js';
import { wallClockOf } from '#domain/time/zone.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Converts a wall time, in ms as if it were UTC, to the moment at which clocks of the zone show it. */
export type Zone = (wall: number) => number;

export const UTC: Zone = (wall) => wall;

/** The zone of an IANA name. */
export function ianaZone(name: string): Zone {
  return (wall) => {
    const day = Math.floor(wall / DAY_MS);
    const minutes = Math.floor((wall - day * DAY_MS) / MINUTE_MS);
    const clock = wallClockOf(day, name);
    const exact = clock.at(minutes);
    // RFC 5545 §3.3.5: a time that the clocks skip is read with the offset before.
    const before = Number.isNaN(exact) ? clock.at(minutes - 60) + 60 * MINUTE_MS : exact;
    return (Number.isNaN(before) ? clock.notBefore(minutes) : before) + (wall % MINUTE_MS);
  };
}

/** The time of a wall clock for ical.js, without a zone. */
export function floating(wall: number): ICAL.Time {
  const at = new Date(wall);
  return new ICAL.Time(
    {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      isDate: false,
    },
    ICAL.Timezone.localTimezone,
  );
}

/** The zone that a VTIMEZONE defines; null if it defines no offset. */
function definedZone(text: string): { tzid: string; zone: Zone } | null {
  try {
    const component = new ICAL.Component(ICAL.parse(text));
    const tzid: unknown = component.getFirstPropertyValue('tzid');
    const isUsable = component
      .getAllSubcomponents()
      .some((part) => ['dtstart', 'tzoffsetfrom', 'tzoffsetto'].every((name) => part.hasProperty(name)));
    if (typeof tzid !== 'string' || !isUsable) return null;
    const defined = new ICAL.Timezone(component);
    return { tzid, zone: (wall) => wall - defined.utcOffset(floating(wall)) * 1000 };
  } catch {
    return null;
  }
}

function isIana(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** 'Europe/Berlin' of '/mozilla.org/20050126_1/Europe/Berlin', as some programs write it. */
const lastParts = (name: string) => name.split('/').slice(-2).join('/');

/**
 * Returns what finds a zone by its name: the file's own definition, then IANA names, then those of Windows; undefined if
 * none has it.
 */
export function zoneFinder(definitions: readonly string[]): (name: string) => Zone | undefined {
  const known = new Map<string, Zone | undefined>();
  for (const text of definitions) {
    const defined = definedZone(text);
    if (defined) known.set(defined.tzid, defined.zone);
  }
  return (name) => {
    if (!known.has(name)) {
      const found = [name, lastParts(name), WINDOWS_ZONES.get(name) ?? ''].find(
        (each) => each !== '' && isIana(each),
      );
      known.set(name, found === undefined ? undefined : ianaZone(found));
    }
    return known.get(name);
  };
}
