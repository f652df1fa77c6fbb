import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { staffCreateBookings } from '#contract/staff.calls.ts';
import type { CheckedPlacement } from '#contract/placement.schemas.ts';
import { isSlidingScale } from '#domain/money/money.ts';
import { bookedText, priceOf } from '#staff/book/book-texts.ts';
import { datedWarnings, paymentOf, placementsOf, uniqueWarnings } from '#staff/book/booking-request.ts';
import { type BookingDraft, forgetDraft, keepDraft, readDraft } from '#staff/book/draft.ts';
import { asksForForms, getsMail } from '#staff/book/notify-step.tsx';
import { seriesOf } from '#staff/book/series-step.tsx';
import { offeredQuery } from '#staff/api/services-query.ts';
import { clientQuery } from '#staff/api/client-queries.ts';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { checkQuery, type Wish } from '#staff/placement/placement-query.ts';
import { showToast } from '#web/ui/toast.tsx';

const { zone } = practice;

/** What is entered for a booking, what the server says of it, and the call that makes it. `preset`: of the address. */
export function useBooking(preset: string) {
  const [draft, setDraft] = useState(() => readDraft(preset));
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => keepDraft(draft), [draft]);
  usePresetClient(draft.client === null && draft.new_client === null, (client) =>
    setDraft((last) => ({ ...last, client })),
  );

  const catalogue = useQuery(offeredQuery);
  const service = catalogue.data?.find(({ id }) => id === draft.service_id);
  const place = service
    ? (service.service_location_type.find((each) => each === draft.place) ??
      service.service_location_type[0]!)
    : null;
  const wishAt = (start: string): Wish => ({
    service_id: draft.service_id,
    place: place!,
    start,
    ...(draft.client ? { client_id: draft.client.id } : {}),
    ...(draft.payment === 'SUPPORTED' || draft.payment === 'GIFT' ? { free_reason: draft.payment } : {}),
  });
  const planned = draft.start === null || !place ? [] : seriesOf(draft.start, draft.repeat);
  const dates = planned.map((start) => ({ planned: start, start: draft.moved[start] ?? start }));
  const checks = useQueries({ queries: dates.map(({ start }) => checkQuery(wishAt(start))) });
  const checked = dates.map((date, at) => {
    const { data } = checks[at]!;
    return { ...date, check: data?.start === date.start ? data : null };
  });
  const ticked = checked.filter((date) => !draft.left_out.includes(date.planned) || draft.repeat === null);
  const warned = ticked.flatMap(({ check }) => (check && check.verdict !== 'TAKEN' ? [check] : []));
  const warnings =
    draft.repeat === null
      ? uniqueWarnings(warned.flatMap((check) => check.warnings))
      : datedWarnings(warned, zone);

  const book = useAction({ storage: `staff-booking-action${preset}` });
  const onBook = () => {
    // A sliding scale has a price to set, and what was paid is what this screen asked for. Anything else costs what the
    // service costs, or nothing.
    const isSet = isSlidingScale(service!) || draft.payment === 'PAID';
    const cents = isSet ? priceOf(draft, service!) : null;
    book.run(
      staffCreateBookings,
      {
        body: {
          client_id: draft.client!.id,
          service_id: draft.service_id,
          place: place!,
          starts: ticked.map(({ start }) => start),
          ...(cents === null ? {} : { price_cents: cents }),
          ...paymentOf(draft),
          accept: warnings.map(({ code }) => code),
          notify: getsMail(draft),
          ask_for_forms: asksForForms(draft),
        },
      },
      {
        done: ({ bookings }) => {
          const [booking] = bookings;
          if (!booking) return;
          forgetDraft();
          showToast(bookedText(bookings, zone));
          void navigate(bookingPath(booking.id));
        },
        refused: (error) => {
          for (const placement of placementsOf(error)) {
            const { queryKey } = checkQuery(wishAt(placement.start));
            queries.setQueryData<CheckedPlacement>(queryKey, (last) => last && { ...last, ...placement });
          }
        },
      },
    );
  };

  const change = (to: Partial<BookingDraft>) => {
    setDraft((last) => ({ ...last, ...to }));
    if (book.error) book.reset();
  };
  return { draft, change, catalogue, service, place, checked, checks, ticked, warnings, book, onBook };
}

/** The client of the address, by id. */
function usePresetClient(isWanted: boolean, onFound: (client: BookingDraft['client']) => void): void {
  const [search] = useSearchParams();
  const id = search.get('client');
  const [isDone, setIsDone] = useState(false);
  const { data } = useQuery({
    ...clientQuery(id ?? ''),
    enabled: id !== null && isWanted && !isDone,
  });
  useEffect(() => {
    if (data?.client.id !== id || isDone) return;
    setIsDone(true);
    onFound(data.client);
    // eslint-disable-next-line react/exhaustive-deps -- once, when the client is known
  }, [data, id, isDone]);
}
