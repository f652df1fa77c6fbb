import { useQuery } from '@tanstack/react-query';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { useCall } from '#web/api/use-call.ts';
import { type ShownDay, useScrollIntoView } from '#web/slots/day-panel.tsx';
import { NO_SLOTS } from '#web/slots/day-text.ts';
import { NearestOfDay, type OfDay } from '#web/slots/nearest-times.tsx';
import { RefusedTimes } from '#web/slots/refused-times.tsx';
import { slotsQuery } from '#web/slots/slot-queries.ts';
import { slotTimes, spotsText } from '#web/slots/slot-text.ts';
import { TimesOfDay } from '#web/slots/times-of-day.tsx';
import '#web/ui/times.css';

/** A time of a day, as the listing names it. */
export type Choice = { slot: Slot; date: LocalDate };
type OnChoose = (choice: Choice) => void;

type RescheduleTimesProps = ShownDay & {
  schedule_ids: readonly string[];
  choice: Choice | null;
  onChoose: OnChoose;
  near: OfDay;
};

/** The times of a day; one of them can be chosen. The others are listed with their reasons and the nearest times. */
export function RescheduleTimes(props: RescheduleTimesProps) {
  const { date, panel, choices, schedule_ids, choice, onChoose, near } = props;
  const query = useQuery(slotsQuery(near.service_id, date, schedule_ids, [], near.moving, useCall()));
  useScrollIntoView(panel, choices, !query.isPending);

  return (
    <>
      <TimesOfDay date={date} query={query} empty={<NearestOfDay {...near} title={NO_SLOTS} why={null} />}>
        {(slots) => <Choices {...{ choice, onChoose }} times={slots.map((slot) => ({ slot, date }))} />}
      </TimesOfDay>
      {query.data && query.data.length > 0 && <RefusedTimes {...near} />}
    </>
  );
}

type ChoicesProps = {
  times: readonly (Choice & { day?: string; distance?: string })[];
  choice: Choice | null;
  onChoose: OnChoose;
  label?: string;
};

/** Times of one day or of several, of which one is chosen. */
export function Choices({ times, choice, onChoose, label }: ChoicesProps) {
  const isChosen = ({ slot, date }: Choice) =>
    choice?.date === date && choice.slot.start === slot.start && choice.slot.schedule_id === slot.schedule_id;
  return (
    <ul
      className="times grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2 mt-3"
      aria-label={label}
    >
      {times.map(({ slot, date, day, distance }) => {
        const spots = spotsText(slot, slot.available_spots ?? null);
        return (
          <li key={`${date} ${slot.schedule_id} ${slot.start}`}>
            <button
              type="button"
              className="w-full min-h-12 p-1.5"
              aria-pressed={isChosen({ slot, date })}
              disabled={slot.available_spots === 0}
              onClick={() => onChoose({ slot, date })}
            >
              {day && <small className="block text-xs font-medium">{day}</small>}
              {slotTimes(slot)}
              {distance && <small className="block text-xs font-medium">{distance}</small>}
              {spots !== null && <small className="block text-xs font-medium">{spots}</small>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
