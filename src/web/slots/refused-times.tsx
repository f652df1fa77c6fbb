import { useState } from 'react';
import { Plus } from 'lucide';
import type { ReasonedTime } from '#contract/services.schemas.ts';
import { NearestTimes, type OfDay, useExplainedDate } from '#web/slots/nearest-times.tsx';
import { timeReason } from '#web/slots/reason-text.ts';
import { slotTimes } from '#web/slots/slot-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The times of a day that cannot be booked, each with its reason and the nearest times. Loaded when it is opened. */
export function RefusedTimes(day: OfDay) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useExplainedDate(day, isOpen);
  return (
    <details className="refused" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        Times that can’t be booked, and why
        <Icon of={Plus} />
      </summary>
      {!isOpen ? null : query.isPending ? (
        <Spinner label="Loading reasons..." showLabel className="min-h-20" />
      ) : !query.data ? (
        <FailedQuery message="We couldn’t load the reasons." of={query} />
      ) : query.data.times.length === 0 ? (
        <p className="text-muted">Every time of this day can be booked.</p>
      ) : (
        <ul className="slots">
          {query.data.times.map((time) => (
            <RefusedTime key={time.start} {...{ day, time }} />
          ))}
        </ul>
      )}
    </details>
  );
}

function RefusedTime({ day, time }: { day: OfDay; time: ReasonedTime }) {
  const [isOpen, setIsOpen] = useState(false);
  const times = slotTimes(time);
  return (
    <li className="slot">
      <span className="slot-time">{times}</span>
      <span className="text-muted text-xs">
        {time.start === day.own_start ? 'Your session is at this time.' : timeReason(time)}
      </span>
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Nearest times<span className="sr-only"> to {times}</span>
      </Button>
      {isOpen && <NearestTimes {...day} start={time.start} times={time.nearest} />}
    </li>
  );
}
