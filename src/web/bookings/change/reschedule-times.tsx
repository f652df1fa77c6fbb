import { useQuery } from '@tanstack/react-query';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { type ShownDay, useScrollIntoView } from '#web/slots/day-panel.tsx';
import { NO_SLOTS, timesText, zoneOfDay } from '#web/slots/day-text.ts';
import { slotsQuery } from '#web/slots/slot-queries.ts';
import { slotTimes, spotsText } from '#web/slots/slot-text.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

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
    <>
      <p className="text-sm text-muted">Times in {zoneOfDay(date)}</p>
      <Announcement>{query.data ? `${timesText(query.data.length)}.` : ''}</Announcement>
      {query.isPending ? (
        <Spinner label="Loading slots..." showLabel className="min-h-32" />
      ) : query.isError && !query.data ? (
        <FailedState
          message="Failed to fetch slots"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : query.data.length === 0 ? (
        <p className="mt-3 border-y border-line py-6 font-semibold text-muted">{NO_SLOTS}</p>
      ) : (
        <ul className="move-times">
          {query.data.map((slot) => {
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
    </>
  );
}
