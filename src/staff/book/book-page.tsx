import { type ReactNode, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { BookedDay } from '#staff/calendar/booked-day.tsx';
import { NotifyStep } from '#staff/book/notify-step.tsx';
import { PaymentStep } from '#staff/book/payment-step.tsx';
import { SeriesStep } from '#staff/book/series-step.tsx';
import { useBooking } from '#staff/book/use-booking.ts';
import { WhatStep } from '#staff/book/what-step.tsx';
import { WhoStep } from '#staff/book/who-step.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { PlacementNotes } from '#staff/placement/placement-notes.tsx';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { useToday } from '#web/ui/use-now.ts';
import './book.css';
import { bookLabel, missingText, summaryText } from '#staff/book/book-texts.ts';
import { failureText } from '#staff/book/booking-request.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { OfflineNotice } from '#staff/parts/action-form.tsx';

type EndProps = {
  booking: ReturnType<typeof useBooking>;
  /** The draft as it may be shown now. */
  shown: BookingDraft;
};

/** What would be booked, the button that does it, and why it did not work. */
function BookEnd({ booking, shown }: EndProps) {
  const { draft, service, ticked, warnings, book, onBook } = booking;
  const isOnline = useOnline();
  const missing = missingText({ draft, service, ticked, warnings });
  return (
    <div className="book-end">
      {book.error && (
        <Banner tone="error" inSight>
          {failureText(book.error, shown)}
        </Banner>
      )}
      <OfflineNotice />
      <p>{summaryText(shown, service, ticked.length)}</p>
      <Button size="lg" busy={book.isPending} disabled={missing !== null || !isOnline} onClick={onBook}>
        {missing ??
          bookLabel(
            ticked.map(({ start }) => start),
            practice.zone,
          )}
      </Button>
    </div>
  );
}

const { zone } = practice;

/** Books for a client, on one page. The address can preset client, service, place and start. */
export function BookPage() {
  const { search } = useLocation();
  // Another address is another booking.
  return <Book key={search} preset={search} />;
}

function Book({ preset }: { preset: string }) {
  const booking = useBooking(preset);
  const { draft, change, catalogue, service, place, checked, checks, ticked, warnings, book } = booking;
  const today = useToday(zone);
  const [day, setDay] = useState<LocalDate | null>(null);
  const first = checked[0]?.check ?? null;
  const isTaken = first?.verdict === 'TAKEN' && draft.repeat === null;
  const wish = service &&
    place && {
      service_id: service.id,
      place,
      ...(draft.client ? { client_id: draft.client.id } : {}),
    };
  // Of a series they stand below its dates: they are about all of them.
  const notes = first && (
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
      <div className="grid grid-cols-1 gap-x-12 gap-y-5 xl:grid-cols-[minmax(0,46rem)_15.5rem]">
        <div>
          <div className="max-w-184 -mt-4.5 divide-y divide-line">
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
              {service && wish && today ? (
                <>
                  <TimePicker
                    key={service.id}
                    wish={wish}
                    today={today}
                    value={{ start: draft.start, is_other_time: draft.is_other_time }}
                    onChange={(value) => change({ ...value, accept: [], left_out: [], moved: {} })}
                    onDayShown={setDay}
                  />
                  {checks[0]?.error && !first && (
                    <Banner tone="error">
                      {checks[0].error.message}{' '}
                      <TextButton onClick={() => void checks[0]!.refetch()}>Try again</TextButton>
                    </Banner>
                  )}
                  {draft.repeat === null && notes}
                  {draft.start !== null && (
                    <SeriesStep draft={draft} dates={checked} wish={wish} today={today} onChange={change} />
                  )}
                  {draft.repeat !== null && warnings.some(({ code }) => code !== 'SUPPORTED_LIMIT') && (
                    <fieldset>
                      <legend className="field-label">Tick what you accept</legend>
                      {notes}
                    </fieldset>
                  )}
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
              <NotifyStep draft={draft} missing={first?.missing_forms ?? null} onChange={change} />
            </Step>
          </div>
          <BookEnd booking={booking} shown={draft} />
        </div>
        <div className="hidden xl:block">
          {today && (
            <BookedDay
              date={draft.start ? localDateOf(draft.start, zone) : (day ?? today)}
              wish={
                first && first.verdict !== 'TAKEN' ? { ...first, name: draft.client?.name ?? null } : null
              }
            />
          )}
        </div>
      </div>
    </StaffPage>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      className="grid grid-cols-1 gap-x-4 gap-y-2.5 py-4.5 tablet:grid-cols-[6.5rem_minmax(0,1fr)]"
      aria-labelledby={id}
    >
      <h2 id={id} className="pt-0.5 text-part">
        {title}
      </h2>
      <div className="grid grid-cols-1 gap-3.5 min-w-0">{children}</div>
    </section>
  );
}
