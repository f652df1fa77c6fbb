import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { staffCreateBookings } from '#contract/placement.calls.ts';
import type { CheckedPlacement, CreatedBookings } from '#contract/placement.schemas.ts';
import { getAllWellnessServices } from '#contract/services.calls.ts';
import { isSlidingScale, toCents } from '#domain/money.ts';
import { localDateOf } from '#domain/zone.ts';
import {
  bookedText,
  bookLabel,
  missingText,
  priceOf,
  summaryText,
  troubleText,
} from '#staff/book/book-texts.ts';
import { BookedDay } from '#staff/book/booked-day.tsx';
import {
  failureText,
  paymentOf,
  placementsOf,
  settlePayment,
  uniqueWarnings,
} from '#staff/book/booking-request.ts';
import { type BookingDraft, forgetDraft, keepDraft, readDraft } from '#staff/book/draft.ts';
import { getsMail, NotifyStep } from '#staff/book/notify-step.tsx';
import { PaymentStep } from '#staff/book/payment-step.tsx';
import { SeriesStep, seriesOf } from '#staff/book/series-step.tsx';
import { WhatStep } from '#staff/book/what-step.tsx';
import { WhoStep } from '#staff/book/who-step.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { clientQuery } from '#staff/client/client-queries.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { PlacementNotes } from '#staff/placement/placement-notes.tsx';
import { checkQuery, type Wish } from '#staff/placement/placement-query.ts';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useToday } from '#web/ui/use-now.ts';
import type { ApiError } from '#web/client/request.ts';
import './book.css';

const { zone } = practice;

/** Books for a client, on one page. The address can preset client, service, place and start. */
export function BookPage() {
  const { search } = useLocation();
  // Another address is another booking.
  return <Book key={search} preset={search} />;
}

function Book({ preset }: { preset: string }) {
  const [draft, setDraft] = useState(() => readDraft(preset));
  const today = useToday(zone);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const [booked, setBooked] = useState<{ id: string; text: string; trouble: string } | null>(null);
  useEffect(() => keepDraft(draft), [draft]);
  usePresetClient(draft.client === null && draft.new_client === null, (client) =>
    setDraft((last) => ({ ...last, client })),
  );

  const catalogue = useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => callStaff(getAllWellnessServices, {}, { signal }),
    staleTime: 60_000,
  });
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
  const dates = draft.start === null || !place ? [] : seriesOf(draft.start, draft.repeat);
  const checks = useQueries({ queries: dates.map((start) => checkQuery(wishAt(start))) });
  const checked = dates.map((start, at) => {
    const { data } = checks[at]!;
    return { start, check: data?.start === start ? data : null };
  });
  const first = checked[0]?.check ?? null;
  const ticked = checked.filter(({ start }) => !draft.left_out.includes(start) || draft.repeat === null);
  const warnings = uniqueWarnings(
    ticked.flatMap(({ check }) => (check?.verdict === 'TAKEN' ? [] : (check?.warnings ?? []))),
  );

  const book = useMutation<CreatedBookings, ApiError, void>({
    mutationFn: () => {
      // Only a sliding scale has a price to set; anything else costs what the service costs, or nothing.
      const cents = isSlidingScale(service!) ? priceOf(draft, service!) : null;
      return callStaff(staffCreateBookings, {
        body: {
          action_id: draft.action_id,
          client_id: draft.client!.id,
          service_id: draft.service_id,
          place: place!,
          starts: ticked.map(({ start }) => start),
          ...(cents === null ? {} : { price_cents: cents }),
          ...paymentOf(draft),
          accept: warnings.map(({ code }) => code),
          notify: getsMail(draft),
          ask_for_forms: getsMail(draft) && draft.ask_forms,
        },
      });
    },
    onSuccess: async ({ bookings }) => {
      const [booking] = bookings;
      if (!booking) return;
      forgetDraft();
      const cents = priceOf(draft, service!) ?? toCents(service!.base_price);
      const trouble = await settlePayment(draft, bookings, cents).then(
        () => null,
        (error: ApiError) => error.message,
      );
      void queries.invalidateQueries({ queryKey: ['staff'] });
      const text = bookedText(bookings, zone);
      if (trouble !== null) return setBooked({ id: booking.id, text, trouble });
      showToast(text);
      void navigate(bookingPath(booking.id));
    },
    onError: (error) => {
      for (const placement of placementsOf(error)) {
        const { queryKey } = checkQuery(wishAt(placement.start));
        queries.setQueryData<CheckedPlacement>(queryKey, (last) => last && { ...last, ...placement });
      }
      void queries.invalidateQueries({ queryKey: ['staff', 'calendar'] });
      // Without an answer the booking may have been made: the repeat then counts once.
      if (error.status !== 0) setDraft((last) => ({ ...last, action_id: newActionId() }));
    },
  });

  const change = (to: Partial<BookingDraft>) => {
    setDraft((last) => ({ ...last, ...to }));
    if (book.isError) book.reset();
  };
  const missing = missingText({ draft, service, ticked, warnings });
  const failure = book.error && failureText(book.error, draft);
  const isTaken = first?.verdict === 'TAKEN' && draft.repeat === null;
  // Of a series they stand below its dates: they are about all of them.
  const notes = first && !booked && (
    <PlacementNotes
      placement={
        isTaken
          ? first
          : {
              ...first,
              verdict: warnings.length > 0 ? 'WARNED' : 'FREE',
              warnings: warnings.filter(({ code }) => code !== 'SUPPORTED_LIMIT'),
            }
      }
      takenLabel={book.error?.code === 'SLOT_TAKEN' ? 'Just taken' : 'Taken'}
      ticks={{ accepted: draft.accept, onChange: (accept) => change({ accept }) }}
      onNearest={(start) => change({ start, is_other_time: false, accept: [] })}
    />
  );
  return (
    <StaffPage title="Book for a client" showsBook={false}>
      <div className="book-grid">
        <div className="book-main">
          <div className="book-steps">
            <Step title="Who">
              <WhoStep draft={draft} onChange={change} />
            </Step>
            <Step title="What">
              <WhatStep
                query={catalogue}
                service={service}
                place={place}
                onChange={(to) => change({ ...to, accept: [] })}
              />
            </Step>
            <Step title="When">
              {service && place && today ? (
                <>
                  <TimePicker
                    key={service.id}
                    wish={{
                      service_id: service.id,
                      place,
                      ...(draft.client ? { client_id: draft.client.id } : {}),
                    }}
                    today={today}
                    value={{ start: draft.start, is_other_time: draft.is_other_time }}
                    onChange={(value) => change({ ...value, accept: [], left_out: [] })}
                  />
                  {checks[0]?.error && !first && (
                    <Banner tone="error">
                      {checks[0].error.message}{' '}
                      <TextButton onClick={() => void checks[0]!.refetch()}>Try again</TextButton>
                    </Banner>
                  )}
                  {draft.repeat === null && notes}
                  {draft.start !== null && <SeriesStep draft={draft} dates={checked} onChange={change} />}
                  {draft.repeat !== null && notes}
                </>
              ) : (
                <p className="text-muted">{service ? '' : 'Choose a service first.'}</p>
              )}
            </Step>
            <Step title="Payment">
              <PaymentStep
                draft={draft}
                service={service}
                sessions={ticked.length}
                supported={first?.supported ?? null}
                limit={warnings.find(({ code }) => code === 'SUPPORTED_LIMIT') ?? null}
                onChange={change}
              />
            </Step>
            <Step title="Notify">
              <NotifyStep draft={draft} onChange={change} />
            </Step>
          </div>
          <div className="book-end">
            {failure && (
              <Banner tone="error" inSight>
                {failure}
              </Banner>
            )}
            {!isOnline && (
              <Banner tone="warn">
                You’re offline. What you entered is kept; you can book when you are back online.
              </Banner>
            )}
            {booked ? (
              <Banner tone="warn" inSight>
                {booked.text} {troubleText(draft)} {booked.trouble}{' '}
                <Link to={bookingPath(booked.id)}>Open the booking</Link>
              </Banner>
            ) : (
              <p>{summaryText(draft, service, ticked.length)}</p>
            )}
            <Button
              size="lg"
              busy={book.isPending}
              disabled={missing !== null || !isOnline || booked !== null}
              onClick={() => book.mutate()}
            >
              {missing ??
                bookLabel(
                  ticked.map(({ start }) => start),
                  zone,
                )}
            </Button>
          </div>
        </div>
        <aside className="book-side">
          {today && (
            <BookedDay
              date={draft.start ? localDateOf(draft.start, zone) : today}
              wish={
                first && first.verdict !== 'TAKEN' ? { ...first, name: draft.client?.name ?? null } : null
              }
            />
          )}
        </aside>
      </div>
    </StaffPage>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="book-step" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  );
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
