import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ArrowUpRight, CalendarDays } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { clientsQuery, SEARCH_LIMIT } from '#staff/api/client-queries.ts';
import { useShown } from '#staff/parts/privacy.ts';
import { clientPath } from '#staff/parts/session-texts.ts';
import { visitText } from '#staff/parts/visit-text.ts';
import { datesOf, screensFor } from '#staff/search/search-places.ts';
import { takeTyped } from '#staff/search/search-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';
import './search.css';

const { zone } = practice;
const TYPING_MS = 200;
const MOST_CLIENTS = 6;

/** Finds clients, days and screens. Arrow keys move between what is found, Enter opens it. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const today = useToday(zone);
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({ ...clientsQuery(asked), enabled: asked !== '' });
  const isCurrent =
    typed === '' ||
    (asked === typed && !query.isPlaceholderData && (query.data !== undefined || query.isError));
  const found = query.data;
  const show = useShown();
  const clients = asked === '' || typed === '' ? [] : (found?.clients.slice(0, MOST_CLIENTS) ?? []);
  const days = today === null ? [] : datesOf(typed, today);
  const screens = screensFor(typed);
  const number = clients.length + screens.length + days.length;

  // Enter opens the first of what was asked for, never of an answer to what was typed before.
  const opensFirst = useRef(false);
  const isReady = isCurrent || days.length > 0;
  const openFirst = () => box.current?.querySelector<HTMLElement>('li a')?.click();
  useEffect(() => {
    // What was typed ahead may arrive with the focus, before it is drawn.
    if (!opensFirst.current || !isReady || typed === '') return;
    opensFirst.current = false;
    openFirst();
  }, [isReady, typed]);

  const onKeyDown = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
    } else if (event.key === 'Enter' && at === 0 && typed !== '') {
      event.preventDefault();
      if (isReady) openFirst();
      else opensFirst.current = true;
    }
  };

  return (
    <Dialog open onClose={onClose} title="Search">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and the links inside */}
      <div ref={box} className="search" role="search" onKeyDown={onKeyDown}>
        <TextField
          label="Search"
          hideLabel
          hint="A client, a day such as 8 Dec, or a screen"
          type="search"
          data-autofocus=""
          autoComplete="off"
          limit={SEARCH_LIMIT}
          value={text}
          onFocus={() => {
            const ahead = takeTyped();
            setText((now) => ahead.text + now);
            opensFirst.current ||= ahead.opens && ahead.text.trim() !== '';
          }}
          onChange={(value) => {
            setText(value);
            opensFirst.current = false;
          }}
        />
        {days.length > 0 && (
          <Found title="Day">
            {days.map((day) => (
              <Place
                key={day}
                path={`/calendar?view=day&date=${day}`}
                label={`${formatDay(day)} ${day.slice(0, 4)}`}
                onOpen={onClose}
              >
                <Icon of={CalendarDays} />
              </Place>
            ))}
          </Found>
        )}
        {clients.length > 0 && today !== null && (
          <Found title="Clients">
            {clients.map(({ id, name, phone, next_visit }) => (
              <Place
                key={id}
                path={clientPath(id)}
                label={name}
                detail={next_visit ? visitText(next_visit, today) : formatPhone(show(phone))}
                onOpen={onClose}
              >
                <Avatar name={name} />
              </Place>
            ))}
          </Found>
        )}
        {screens.length > 0 && (
          <Found title="Go to">
            {screens.map((screen) => (
              <Place key={screen.path} {...screen} onOpen={onClose}>
                <Icon of={ArrowUpRight} />
              </Place>
            ))}
          </Found>
        )}
        {isCurrent && number === 0 && <p className="text-muted">Nothing found for “{typed}”.</p>}
        {query.error && !query.data && <p className="text-muted">{query.error.message}</p>}
        <Announcement>
          {isCurrent && typed !== '' && (number === 0 ? 'Nothing found' : `${number} found`)}
        </Announcement>
      </div>
    </Dialog>
  );
}

function Found({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

type PlaceProps = {
  path: string;
  label: string;
  detail?: string | null;
  onOpen: () => void;
  /** The picture before the label. */
  children: ReactNode;
};

const Place = ({ path, label, detail, onOpen, children }: PlaceProps) => (
  <li>
    <Link to={path} onClick={onOpen}>
      {children}
      <span>{label}</span>
      {detail && <small>{detail}</small>}
    </Link>
  </li>
);
