import { useEffect, useState } from 'react';
import type { LocalDate } from '#domain/calendar.ts';
import { localDateOf } from '#domain/zone.ts';

const MINUTE_MS = 60_000;

/** The moment, for an event handler or a loader. Components use `useNow`: rendering must not read a clock. */
export function now(): Date {
  return new Date();
}

/** The moment, anew every so often; null on the server and in the first render, so that both agree. */
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
 * Today in a zone: the server's word for it until that day has ended. Working out a zone takes a slow phone a tenth of
 * a second, and on most visits the day does not end.
 */
export function useTodayOf(
  { today, today_ends }: { today: LocalDate; today_ends: number },
  zone: string,
): LocalDate {
  const [later, setLater] = useState(today);
  useEffect(() => {
    const look = () => {
      const moment = now();
      if (moment.getTime() >= today_ends) setLater(localDateOf(moment, zone));
    };
    look();
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [today_ends, zone]);
  return later > today ? later : today;
}
