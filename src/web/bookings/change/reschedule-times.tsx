import { useQuery } from '@tanstack/react-query';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { type ShownDay, useScrollIntoView } from '#web/slots/day-panel.tsx';
import { slotsQuery } from '#web/slots/slot-queries.ts';
import { slotTimes, spotsText } from '#web/slots/slot-text.ts';
import { TimesOfDay } from '#web/slots/times-of-day.tsx';

/** A time of a day, as the listing names it. */
export type Choice = { slot: Slot; date: LocalDate };

type RescheduleTimesProps = ShownDay & {
  service_id: string;
  schedule_ids: readonly string[];
  choice: Choice | null;
  onChoose: (slot: Slot) => void;
};

/** The times of a day; one of them can be chosen. */
export function RescheduleTimes(props: RescheduleTimesProps) {
  const { date, panel, choices, service_id, schedule_ids, choice, onChoose } = props;
  const query = useQuery(slotsQuery(service_id, date, schedule_ids, []));
  useScrollIntoView(panel, choices, !query.isPending);
  const isChosen = (slot: Slot) =>
    choice?.date === date && choice.slot.start === slot.start && choice.slot.schedule_id === slot.schedule_id;

  return (
    <TimesOfDay date={date} query={query}>
      {(slots) => (
        <ul className="move-times">
          {slots.map((slot) => {
            const spots = spotsText(slot, slot.available_spots ?? null);
            return (
              <li key={`${slot.schedule_id} ${slot.start}`}>
                <button
                  type="button"
                  aria-pressed={isChosen(slot)}
                  disabled={slot.available_spots === 0}
                  onClick={() => onChoose(slot)}
                >
                  {slotTimes(slot)}
                  {spots !== null && <small>{spots}</small>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </TimesOfDay>
  );
}
