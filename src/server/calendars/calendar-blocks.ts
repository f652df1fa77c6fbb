/** One line of a calendar file: NAME;PARAM=value:value. Names are upper case. */
export type Property = { name: string; params: ReadonlyMap<string, string>; value: string };
/** The lines of an event that decide when it is and whether it closes anything. Titles, places and guests are left out. */
export type EventBlock = Property[];
type CalendarBlocks = {
  events: EventBlock[];
  /** The time zones that the file defines, as text. */
  zones: string[];
  /** What is said of the calendar itself, by name. */
  about: ReadonlyMap<string, string>;
};

/** Why a file is not used. fetch-calendar.ts has its text. */
export type FileProblem = 'NOT_A_CALENDAR' | 'CUT_OFF' | 'TOO_MANY_EVENTS' | 'TOO_MANY_TIMES';
export class UnusableFile extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

const MOST_EVENTS = 20_000;

const KEPT = new Set([
  'UID',
  'SEQUENCE',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'ATTENDEE',
]);
const LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/s;
const PARAM = /;([\w-]+)=(?:"([^"]*)"|([^";:]*))/g;

/** Parses a line; null if it is none. */
function parseLine(line: string): Property | null {
  const match = LINE.exec(line);
  if (!match) return null;
  const [, name = '', given = '', value = ''] = match;
  const params = new Map<string, string>();
  for (const [, key = '', quoted, plain] of given.matchAll(PARAM))
    params.set(key.toUpperCase(), quoted ?? plain ?? '');
  return { name: name.toUpperCase(), params, value: value.trim() };
}

/**
 * Splits a calendar file into its events and zones. A line that cannot be read is left out.
 * @throws UnusableFile if it is no calendar, ends too early or has too many events
 */
export function splitCalendar(text: string): CalendarBlocks {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/);
  if (
    lines
      .find((line) => line !== '')
      ?.trim()
      .toUpperCase() !== 'BEGIN:VCALENDAR'
  )
    throw new UnusableFile('NOT_A_CALENDAR');
  const events: EventBlock[] = [];
  const zones: string[] = [];
  const about = new Map<string, string>();
  const open: string[] = [];
  let event: EventBlock = [];
  let zone: string[] = [];
  for (const line of lines) {
    const [, edge, what = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? [];
    const component = what.toUpperCase();
    if (edge?.toUpperCase() === 'BEGIN') {
      open.push(component);
      if (component === 'VEVENT') event = [];
      if (component === 'VTIMEZONE') zone = [];
    }
    const inside = open.at(-1);
    if (open[1] === 'VTIMEZONE') zone.push(line);
    else if (!edge && inside === 'VEVENT') {
      const name = /^[\w-]+/.exec(line)?.[0].toUpperCase() ?? '';
      const property = KEPT.has(name) ? parseLine(line) : null;
      if (property) event.push(property);
    } else if (!edge && open.length === 1) {
      const property = /^X-WR-/i.test(line) ? parseLine(line) : null;
      if (property) about.set(property.name, property.value);
    }
    if (edge?.toUpperCase() === 'END') {
      if (open.pop() !== component) throw new UnusableFile('CUT_OFF');
      if (component === 'VTIMEZONE') zones.push(zone.join('\r\n'));
      if (component === 'VEVENT' && events.push(event) > MOST_EVENTS)
        throw new UnusableFile('TOO_MANY_EVENTS');
    }
  }
  if (open.length > 0) throw new UnusableFile('CUT_OFF');
  return { events, zones, about };
}
