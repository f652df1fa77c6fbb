import type { LocationType } from '#domain/slots/services.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { explainDate, getAvailabilities, getSlots } from '#contract/client.calls.ts';
import type { DayOverview, ExplainedDate, Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { call } from '#web/api/api.ts';
import type { CartItem } from '#web/api/cart-store.ts';

/** When a service can be booked at a place. */
export type Availability = {
  /** Ids of its availability rules; without one nothing can be booked. */
  schedule_ids: string[];
  days: DayOverview[];
  window: { earliest: LocalDate; latest: LocalDate };
};

/** Logs failures (product.md §8.8), but not the requests that a closed dialog aborts. */
const logged = (signal: AbortSignal) => (error: unknown) => {
  // oxlint-disable-next-line no-console -- product.md §8.8 wants these failures logged
  if (!signal.aborted) console.error(error);
  throw error;
};

/** Requested again whenever the dialog opens (rules.md §4). `moving`: the start of the client's own session that is to move. */
export function availabilityQuery(service_id: string, place: LocationType, moving?: string, ask = call) {
  return queryOptions({
    queryKey: ['availability', service_id, place, moving],
    queryFn: async ({ signal }): Promise<Availability> => {
      const body = { service: { id: service_id }, service_location_type: place, moving };
      const response = ask(getAvailabilities, { body }, { signal });
      const { schedules, days, window } = await response.catch(logged(signal));
      // '' means none (product.md §4.9.2).
      const rules = Array.isArray(schedules) ? schedules : [];
      return { schedule_ids: rules.map((rule) => rule.id), days, window };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The slots of a date. Cart items block their time and buffer, so they are part of the request. */
export function slotsQuery(
  service_id: string,
  date: LocalDate,
  schedule_ids: readonly string[],
  cart: readonly CartItem[],
  moving?: string,
  ask = call,
) {
  const cart_items = cart.filter((item) => item.selectedDate === date).map(sentItem);
  return queryOptions({
    queryKey: ['slots', service_id, date, schedule_ids, cart_items, moving],
    queryFn: async ({ signal }): Promise<Slot[]> => {
      const availabilities = schedule_ids.map((id) => ({ id }));
      const body = { service: { id: service_id }, date, availabilities, cart_items, moving };
      return (await ask(getSlots, { body }, { signal }).catch(logged(signal))) ?? [];
    },
    staleTime: 0,
    // Requested again with one more cart item, the same day must not flicker.
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[2] === date ? keepPreviousData(before) : undefined,
  });
}

const sentItem = ({ serviceId, selectedDate, slotData: { start, end, schedule_id } }: CartItem) => ({
  serviceId,
  selectedDate,
  slotData: { start, end, schedule_id },
});

/** Why a date or some of its times cannot be booked, and the nearest times that can. */
export function explainDateQuery(
  service_id: string,
  place: LocationType,
  date: LocalDate,
  cart: readonly CartItem[],
  moving?: string,
  ask = call,
) {
  const cart_items = cart.map(sentItem);
  return queryOptions({
    queryKey: ['explain-date', service_id, place, date, cart_items, moving],
    queryFn: async ({ signal }): Promise<ExplainedDate> => {
      const body = { service: { id: service_id }, service_location_type: place, date, cart_items, moving };
      return await ask(explainDate, { body }, { signal }).catch(logged(signal));
    },
    staleTime: 0,
    // With one more cart item, the list must not flicker.
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[3] === date ? keepPreviousData(before) : undefined,
  });
}
