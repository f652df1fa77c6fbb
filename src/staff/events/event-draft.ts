import { practice } from '#content/public/practice.ts';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { localDateOf, localMinutesOf } from '#domain/time/zone.ts';

const { zone } = practice;

/** The fields of an event as they are typed. */
export type EventDraft = {
  title: string;
  description: string;
  location: string;
  date: string;
  time: string;
  end_date: string;
  end_time: string;
  url: string;
  /** '' for none. */
  service_id: string;
};

const twoDigits = (value: number) => String(value).padStart(2, '0');

function clockOf(instant: string): string {
  const minutes = localMinutesOf(instant, zone);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** What the form shows of an event; of none, a new one on a date. */
export function draftOf(event: StaffEvent | null, date: LocalDate): EventDraft {
  if (event === null)
    return {
      title: '',
      description: '',
      location: practice.studio.short_name,
      date,
      time: '10:00',
      end_date: date,
      end_time: '12:00',
      url: '',
      service_id: '',
    };
  return {
    title: event.title,
    description: event.description,
    location: event.location,
    date: localDateOf(event.start, zone),
    time: clockOf(event.start),
    end_date: localDateOf(event.end, zone),
    end_time: clockOf(event.end),
    url: event.url ?? '',
    service_id: event.service_id ?? '',
  };
}

/** The draft as the call takes it. */
export const fieldsOf = ({ service_id, ...draft }: EventDraft) => ({
  ...draft,
  url: draft.url.trim(),
  service_id: service_id === '' ? null : service_id,
});

const NEEDED: readonly (readonly [keyof EventDraft, string])[] = [
  ['title', 'Please give it a title.'],
  ['description', 'Please describe it in a sentence or two.'],
  ['location', 'Please say where it is.'],
  ['date', 'Please choose a date.'],
  ['time', 'Please enter a time.'],
  ['end_date', 'Please choose a date.'],
  ['end_time', 'Please enter a time.'],
];

/** A sentence for each field that is empty; the server says the rest. */
export const emptyFields = (draft: EventDraft): Readonly<Record<string, string>> =>
  Object.fromEntries(NEEDED.filter(([name]) => draft[name].trim() === ''));
