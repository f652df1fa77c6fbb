import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CalendarPlus, CircleAlert } from 'lucide';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import { clock24 } from '#domain/time/wall-time.ts';
import { explainQuery, nearestText, reasonText } from '#staff/placement/booking-reasons.ts';
import { TextButton } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Icon } from '#web/ui/icon.tsx';
import './free-space.css';

type FreeSpaceProps = {
  /** The cell that was pressed. */
  cell: HTMLElement;
  start: number;
  zone: string;
  onClose: () => void;
};

const GAP_PX = 4;

/** What can be done with a free time: book it for a client, or see why clients cannot book it. */
export function FreeSpace({ cell, start, zone, onClose }: FreeSpaceProps) {
  const box = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const [asks, setAsks] = useState(false);

  useEffect(() => {
    const element = box.current!;
    place(element, cell);
    cell.setAttribute('data-free', '');
    element.showPopover();
    element.querySelector('a')?.focus({ preventScroll: true });
    const close = (event: ToggleEvent) => event.newState === 'closed' && onClose();
    element.addEventListener('toggle', close as EventListener);
    return () => {
      element.removeEventListener('toggle', close as EventListener);
      cell.removeAttribute('data-free');
      if (element.contains(document.activeElement)) cell.focus({ preventScroll: true });
    };
    // eslint-disable-next-line react/exhaustive-deps -- opened once for each cell
  }, [cell]);

  // The list of reasons makes it higher.
  useEffect(() => {
    if (box.current) place(box.current, cell);
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of the controls inside
    <div
      ref={box}
      role="dialog"
      aria-labelledby={headingId}
      popover="auto"
      className="free-space fixed w-78 max-tablet:w-auto max-tablet:max-w-none"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        cell.focus({ preventScroll: true });
        onClose();
      }}
    >
      <h3 id={headingId}>{formatDayTime(start, zone)}</h3>
      <Link className="free-act" to={`/book?start=${new Date(start).toISOString()}`}>
        <Icon of={CalendarPlus} />
        Book for a client
      </Link>
      <button type="button" className="free-act" aria-expanded={asks} onClick={() => setAsks(!asks)}>
        <Icon of={CircleAlert} />
        Why can’t clients book this?
      </button>
      {asks && <Reasons start={start} zone={zone} />}
    </div>
  );
}

/** Below the cell, above it where there is no room below, and inside the window. On phones the style sheet places it. */
function place(element: HTMLElement, cell: HTMLElement): void {
  const { top, bottom, left } = cell.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = window.innerHeight - bottom - GAP_PX;
  const y = height <= below || below >= top ? bottom + GAP_PX : Math.max(GAP_PX, top - GAP_PX - height);
  element.style.setProperty('--x', `${Math.max(8, Math.min(left, window.innerWidth - width - 16))}px`);
  element.style.setProperty('--y', `${Math.max(8, Math.min(y, window.innerHeight - height - 8))}px`);
}

function Reasons({ start, zone }: { start: number; zone: string }) {
  const date = localDateOf(start, zone);
  const time = clock24(localMinutesOf(start, zone));
  const query = useQuery(explainQuery(date, time));
  const shown = query.data;
  if (query.error && !query.data)
    return (
      <p className="free-reasons" role="alert">
        {query.error.message} <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
      </p>
    );
  if (!shown)
    return <SkeletonGroup label="Loading the reasons" className="free-reasons" rows={['h-4', 'h-4 w-2/3']} />;
  return (
    <ul className="free-reasons" aria-live="polite">
      {shown.services.map((service) => (
        <li key={service.service_id}>
          <b>{service.service_name}:</b> {lowerFirst(reasonText(service))}
          {service.nearest.length > 0 && <span>Nearest: {nearestText(service.nearest, date)}</span>}
        </li>
      ))}
    </ul>
  );
}

const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
