import { Fragment } from 'react';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { datesOf, isLost, seatsText, whenText } from '#staff/events/event-texts.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { now } from '#web/ui/use-now.ts';

type ListProps = {
  events: readonly StaffEvent[];
  today: LocalDate;
  isPast: boolean;
  onOpen: (event: StaffEvent) => void;
  onNew: () => void;
};

/** The events to come, the next one first; or those that are over, the last one first. */
export function EventList({ events, today, isPast, onOpen, onNew }: ListProps) {
  const isOver = (event: StaffEvent) => datesOf(event)[1] < today;
  const shown = events.filter((event) => isOver(event) === isPast);
  if (shown.length === 0)
    return (
      <EmptyState
        art={<FallenLeafArt />}
        action={
          isPast ? undefined : (
            <Button look="secondary" onClick={onNew}>
              Add an event
            </Button>
          )
        }
      >
        {isPast ? 'No events in the last year.' : 'No events to come.'}
      </EmptyState>
    );
  return (
    <div className="staff-box">
      <table className="row-table">
        <caption className="sr-only">{isPast ? 'Past events' : 'Events to come'}</caption>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">When</th>
            <th scope="col">Seats</th>
            <th scope="col">
              <span className="sr-only">To know</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(isPast ? shown.toReversed() : shown).map((event) => (
            <tr key={event.id}>
              <th scope="row">
                <button type="button" aria-haspopup="dialog" onClick={() => onOpen(event)}>
                  {event.title}
                </button>
              </th>
              <td className="text-muted num @table:whitespace-nowrap">
                <When {...event} />
              </td>
              <td className="text-muted num @table:whitespace-nowrap">{seatsText(event)}</td>
              <td className="cell-marks col-span-full @table:whitespace-nowrap">
                {isLost(event, now().getTime()) && <LostMark />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A line ends between day and time, not within one of them. */
export const When = (event: Pick<StaffEvent, 'start' | 'end'>) =>
  whenText(event)
    .split(/(?<=,) /)
    .map((part) => (
      <Fragment key={part}>
        <span className="whitespace-nowrap">{part}</span>{' '}
      </Fragment>
    ));

/** Its class is not open then: clients read about it and cannot book it. */
export const LostMark = () => <span className="mark mark-missing">Can’t be booked</span>;
