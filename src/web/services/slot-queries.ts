import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getAvailabilities, getSlots } from '#contract/services.calls.ts';
import type { DayOverview, LocationType, Service, Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { call } from '#web/client/api.ts';
import type { CartItem } from '#web/client/cart-store.ts';

/** When a service can be had at a place, as the dialog needs it. */
export type Availability = {
  /** Ids of the rules that open its dates; none: nothing can be booked. */
  schedule_ids: string[];
  days: DayOverview[];
  window: { earliest: LocalDate; latest: LocalDate };
};

/** Failures are logged (product.md §8.8). A closed dialog aborts its requests, which is no failure. */
const logged = (signal: AbortSignal) => (error: unknown) => {
  // oxlint-disable-next-line no-console -- product.md §8.8 wants these failures logged
  if (!signal.aborted) console.error(error);
  throw error;
};

/** Asked anew whenever the dialog opens: what the last service left behind is of no use (rules.md §4). */
export function availabilityQuery(service: Service, place: LocationType) {
  return queryOptions({
    queryKey: ['availability', service.id, place],
    queryFn: async ({ signal }): Promise<Availability> => {
      const body = { service: { id: service.id }, service_location_type: place };
      const answer = call(getAvailabilities, { body }, { signal });
      const { schedules, days, window } = await answer.catch(logged(signal));
      // '' means none (product.md §4.9.2).
      const rules = Array.isArray(schedules) ? schedules : [];
      return { schedule_ids: rules.map((rule) => rule.id), days, window };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The times of a date. Sessions in the cart close the minutes of their buffers, so they are part of the question. */
export function slotsQuery(
  service: Service,
  date: LocalDate,
  schedule_ids: readonly string[],
  cart: readonly CartItem[],
) {
  const cart_items = cart
    .filter((item) => item.selectedDate === date)
    .map(({ serviceId, selectedDate, slotData: { start, end, schedule_id } }) => ({
      serviceId,
      selectedDate,
      slotData: { start, end, schedule_id },
    }));
  return queryOptions({
    queryKey: ['slots', service.id, date, schedule_ids, cart_items],
    queryFn: async ({ signal }): Promise<Slot[]> => {
      const availabilities = schedule_ids.map((id) => ({ id }));
      const body = { service: { id: service.id }, date, availabilities, cart_items };
      return (await call(getSlots, { body }, { signal }).catch(logged(signal))) ?? [];
    },
    staleTime: 0,
    // The same day asked again with one more session in the cart must not blink.
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[2] === date ? keepPreviousData(before) : undefined,
  });
}
