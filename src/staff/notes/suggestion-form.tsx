import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { SuggestedSession } from '#contract/notes.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { formatAbout, MAX_SUGGESTED_TIMES, MAX_SUGGESTED_WEEKS } from '#domain/visits/suggestions.ts';
import { bestDatesText, useBestDates } from '#staff/notes/best-dates.ts';
import { type OfferedService, offeredQuery, PLACE_LABELS } from '#staff/api/services-query.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';

type SuggestionFormProps = {
  /** The service of the visit, which is suggested first. */
  service_name: string;
  client: { id: string; first_name: string; house_call_approved: boolean };
  choice: SuggestedSession | null;
  onChange: (choice: SuggestedSession | null) => void;
};

const WEEKS_AHEAD = [1, 2, 3, 4, 6, 8, 13] as const;

/** 'Next step': the session that is suggested with a publication. */
export function SuggestionForm({ service_name, client, choice, onChange }: SuggestionFormProps) {
  const today = useToday(practice.zone);
  const query = useQuery(offeredQuery);
  const services = (query.data ?? []).filter((service) => placesOf(service, client).length > 0);
  const first = services.find(({ name }) => name === service_name) ?? services[0];
  return (
    <section className="next-step" aria-labelledby="next-step">
      <h3 id="next-step">
        <Icon of={CalendarPlus} />
        Next step
      </h3>
      {choice && today ? (
        <Fields {...{ client, choice, onChange, today, services }} />
      ) : query.error && !query.data ? (
        <p className="min-h-[1.4em] text-muted text-grid">
          Couldn’t load the services.{' '}
          <TextButton className="act" onClick={() => void query.refetch()}>
            Try again
          </TextButton>
        </p>
      ) : (
        <div>
          <Button
            look="secondary"
            size="sm"
            disabled={!today || !first}
            onClick={() =>
              onChange({
                service_id: first!.id,
                place: placesOf(first!, client)[0]!,
                around: addDays(today!, 14),
                times: 1,
                every_weeks: 2,
              })
            }
          >
            Suggest a session
          </Button>
        </div>
      )}
    </section>
  );
}

function Fields({
  client,
  choice,
  onChange,
  today,
  services,
}: Omit<SuggestionFormProps, 'service_name'> & {
  choice: SuggestedSession;
  today: LocalDate;
  services: readonly OfferedService[];
}) {
  const service = services.find(({ id }) => id === choice.service_id);
  const places = service ? placesOf(service, client) : [];
  const best = useBestDates(client.id, choice);
  const change = (part: Partial<SuggestedSession>) => onChange({ ...choice, ...part });
  return (
    <>
      <div className="grid grid-cols-1 gap-x-3 gap-y-2.5 tablet:grid-cols-3">
        <SelectField
          className="tablet:col-span-2"
          label="Session"
          value={choice.service_id}
          onChange={(service_id) => {
            const next = services.find(({ id }) => id === service_id);
            const possible = next ? placesOf(next, client) : [];
            change({
              service_id,
              place: possible.includes(choice.place) ? choice.place : (possible[0] ?? choice.place),
            });
          }}
          options={[
            ...(service ? [] : [{ value: choice.service_id, label: 'No longer offered' }]),
            ...services.map(({ id, name, duration }) => ({ value: id, label: `${name}, ${duration} min` })),
          ]}
        />
        {places.length > 1 && (
          <SelectField
            label="Place"
            value={choice.place}
            onChange={(place) => change({ place: place as LocationType })}
            options={places.map((place) => ({ value: place, label: PLACE_LABELS[place] }))}
          />
        )}
        <SelectField
          label="When"
          value={choice.around}
          onChange={(around) => change({ around })}
          options={datesFrom(today, choice.around)}
        />
        <SelectField
          label="How often"
          value={String(choice.times)}
          onChange={(times) => change({ times: Number(times) })}
          options={numbers(MAX_SUGGESTED_TIMES, (count) => (count === 1 ? 'once' : `${count} times`))}
        />
        {choice.times > 1 && (
          <SelectField
            label="Every"
            value={String(choice.every_weeks)}
            onChange={(weeks) => change({ every_weeks: Number(weeks) })}
            options={numbers(MAX_SUGGESTED_WEEKS, (count) => (count === 1 ? 'week' : `${count} weeks`))}
          />
        )}
      </div>
      <p role="status" className="min-h-[1.4em] text-muted text-grid">
        {service
          ? bestDatesText(best, choice.around)
          : 'This session is no longer offered. Please choose another one.'}
      </p>
      <div>
        <TextButton className="act" onClick={() => onChange(null)}>
          Suggest nothing
        </TextButton>
      </div>
    </>
  );
}

/** Where this client can book a service. */
const placesOf = (
  { bookable_online, has_hours, audience, service_location_type }: OfferedService,
  { house_call_approved }: { house_call_approved: boolean },
): LocationType[] =>
  bookable_online && has_hours && audience !== 'NEW'
    ? service_location_type.filter((place) => place !== 'HOUSE_CALL' || house_call_approved)
    : [];

const numbers = (most: number, labelOf: (count: number) => string) =>
  Array.from({ length: most }, (_, n) => ({ value: String(n + 1), label: labelOf(n + 1) }));

/** The usual distances, and the date that is published. */
function datesFrom(today: LocalDate, around: LocalDate) {
  const usual = WEEKS_AHEAD.map((weeks) => addDays(today, weeks * 7));
  return [...(usual.includes(around) ? [] : [around]), ...usual].map((date) => ({
    value: date,
    label: usual.includes(date) ? formatAbout(today, date) : `around ${formatDay(date)}`,
  }));
}
