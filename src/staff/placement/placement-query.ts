import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { staffCheckPlacement, staffFreeTimes } from '#contract/staff.calls.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { shortVerdict, type Verdict } from '#staff/placement/local-verdict.ts';

/** How long a wish stays the same before the server is asked. */
const SETTLE_MS = 120;

export type FreeTimesWish = { service_id: string; place: LocationType; client_id?: string };

/** Free times of some days. Below the key of everything that staff see, so that each change asks again. */
export const freeTimesQuery = (wish: FreeTimesWish, from: LocalDate, to: LocalDate) =>
  queryOptions({
    queryKey: ['staff', 'free-times', wish, from, to],
    queryFn: ({ signal }) => callStaff(staffFreeTimes, { query: { ...wish, from, to } }, { signal }),
    staleTime: 10_000,
  });

export type Wish = {
  /** The booking that is to be rescheduled. */
  rescheduling?: string;
  client_id?: string;
  service_id: string;
  place: LocationType;
  start: string;
  /** Another length than the service's or the booking's. */
  minutes?: number;
  free_reason?: 'SUPPORTED' | 'GIFT';
};

/** What the server says of a time. */
export const checkQuery = (wish: Wish) =>
  queryOptions({
    queryKey: ['staff', 'check', wish],
    queryFn: ({ signal }) => callStaff(staffCheckPlacement, { body: wish }, { signal }),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });

/** The wish to put a booking at another time. */
export const wishToMove = (booking: SessionRow, start: string): Wish => ({
  rescheduling: booking.id,
  ...(booking.client ? { client_id: booking.client.id } : {}),
  service_id: booking.service_id,
  place: booking.place,
  start,
});

type Move = { session: SessionRow; start: number };

/** The verdict on a move: at once from what the page knows, then from the server, once the wish has settled. */
export function useVerdict(move: Move | null, localOf: (move: Move) => Verdict): Verdict | null {
  const start = move ? new Date(move.start).toISOString() : null;
  const [settled, setSettled] = useState<Wish | null>(null);
  const ask = useEffectEvent(() => move && start && setSettled(wishToMove(move.session, start)));
  useEffect(() => {
    if (start === null) return;
    const timer = setTimeout(() => ask(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [start]);
  // The key changes only with a settled wish: a drag passes by many times.
  const { data } = useQuery({
    ...checkQuery(settled ?? NOTHING),
    placeholderData: undefined,
    enabled: settled !== null && settled.start === start,
  });
  if (!move) return null;
  return data?.start === start ? shortVerdict(data) : localOf(move);
}

const NOTHING: Wish = { service_id: '', place: 'FIXED_LOCATION', start: '' };
