import { useEffect, useState } from 'react';
import type { LocalDate } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';

const MINUTE_MS = 60_000;

/** The current time, for event handlers and loaders. Components use `useNow`, because rendering must not read a clock. */
export function now(): Date {
  return new Date();
}

/** The current time, updated every `everyMs`; null on the server and in the first render, so that both match. */
export function useNow(everyMs: number = MINUTE_MS): Date | null {
  const [moment, setMoment] = useState<Date | null>(null);
  useEffect(() => {
    const tick = () => setMoment(now());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return moment;
}

/** Today in a zone; null on the server and in the first render. */
export function useToday(zone: string): LocalDate | null {
  const moment = useNow();
  return moment && localDateOf(moment, zone);
}

/**
 * Today in a zone: the server's value until that day has ended. Loading a time zone takes 0.1 s on a slow phone, and on
 * most visits the day does not end.
 */
export function useTodayFrom(
  { today, today_ends }: { today: LocalDate; today_ends: number },
  zone: string,
): LocalDate {
  const [later, setLater] = useState(today);
  useEffect(() => {
    const update = () => {
      const moment = now();
      if (moment.getTime() >= today_ends) setLater(localDateOf(moment, zone));
    };
    update();
    const timer = setInterval(update, MINUTE_MS);
    return () => clearInterval(timer);
  }, [today_ends, zone]);
  return later > today ? later : today;
}
