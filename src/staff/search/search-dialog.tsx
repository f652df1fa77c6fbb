import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { formatPhone } from '#domain/phone.ts';
import { clientsQuery } from '#staff/client/client-queries.ts';
import { visitText } from '#staff/parts/visit-text.ts';
import { placesFor } from '#staff/search/search-places.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldFrame } from '#web/ui/field.tsx';
import { CalendarDaysIcon } from '#web/ui/icons/calendar-days.tsx';
import { ArrowUpRightIcon } from '#web/ui/icons/arrow-up-right.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
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
  const clients = asked === '' || typed === '' ? [] : (query.data?.clients.slice(0, MOST_CLIENTS) ?? []);
  const places = today === null ? [] : placesFor(typed, today);
  const isAnswer = asked === typed && !query.isPlaceholderData && query.data !== undefined;
  const isNothing = isAnswer && typed !== '' && clients.length + places.length === 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, .search-found a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
    } else if (event.key === 'Enter' && at === 0) {
      event.preventDefault();
      stops[1]?.click();
    }
  };

  return (
    <Dialog open onClose={onClose} title="Search" className="search-dialog">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and the links inside */}
      <div ref={box} className="search" role="search" onKeyDown={onKeyDown}>
        <FieldFrame label="Search" hideLabel hint="A client, a day such as 8 Dec, or a screen">
          {(control) => (
            <input
              {...control}
              type="search"
              className="input"
              data-autofocus=""
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </FieldFrame>
        {clients.length > 0 && today !== null && (
          <section>
            <h3>Clients</h3>
            <ul className="search-found">
              {clients.map(({ id, name, phone, next_visit }) => (
                <li key={id}>
                  <Link to={`/clients?client=${id}`} onClick={onClose}>
                    <Avatar name={name} />
                    <span>{name}</span>
                    <small>{next_visit ? visitText(next_visit, today) : formatPhone(phone)}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {places.length > 0 && (
          <section>
            <h3>Go to</h3>
            <ul className="search-found">
              {places.map(({ path, label }) => (
                <li key={path}>
                  <Link to={path} onClick={onClose}>
                    {path.includes('date=') ? <CalendarDaysIcon /> : <ArrowUpRightIcon />}
                    <span>{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {isNothing && <p className="search-none">Nothing found for “{typed}”.</p>}
        {query.error && !query.data && <p className="search-none">{query.error.message}</p>}
        <Announcement>
          {isAnswer &&
            typed !== '' &&
            (isNothing ? 'Nothing found' : `${clients.length + places.length} found`)}
        </Announcement>
      </div>
    </Dialog>
  );
}
