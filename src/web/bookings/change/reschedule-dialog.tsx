import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { rescheduleBooking } from '#contract/client.calls.ts';
import type { Booking, BookingOptions } from '#contract/bookings.schemas.ts';
import type { VisitFacts } from '#contract/visits.schemas.ts';
import { formatClock, formatShortDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import { inTwelveHours, parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import {
  changeErrorMessage,
  refusalText,
  reschedulesText,
  samePriceText,
} from '#web/bookings/change/change-texts.ts';
import { PhoneLink } from '#web/layout/phone-link.tsx';
import { type Choice, Choices, RescheduleTimes } from '#web/bookings/change/reschedule-times.tsx';
import { SessionTime } from '#web/bookings/change/session-time.tsx';
import { useKeepBooking } from '#web/bookings/queries.ts';
import type { ApiError } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSingleFlight } from '#web/api/use-single-flight.ts';
import { nearestDay } from '#web/slots/day-text.ts';
import { NearestOfDay, type OfDay } from '#web/slots/nearest-times.tsx';
import { SlotPicker } from '#web/slots/slot-picker.tsx';
import { availabilityQuery } from '#web/slots/slot-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';

const { zone } = practice;

type RescheduleDialogProps = {
  booking: VisitFacts;
  options: BookingOptions;
  refetchOptions: () => Promise<BookingOptions | null>;
  onBack: () => void;
  onClose: () => void;
  onRescheduled: (booking: VisitFacts) => void;
};

/** Moves a booking to another offered time; price and payment stay. */
export function RescheduleDialog(props: RescheduleDialogProps) {
  const { booking, options, refetchOptions, onBack, onClose, onRescheduled } = props;
  const queries = useQueryClient();
  const keepBooking = useKeepBooking();
  const ask = useCall();
  const { service_id, service_location_type: place, start_time: moving } = booking;
  const availability = useQuery(availabilityQuery(service_id, place, moving, ask));
  const [choice, setChoice] = useState<Choice | null>(null);
  const { why_not, max_reschedules } = options.reschedule;

  const finish = async (facts: VisitFacts) => {
    await keepBooking(facts);
    onRescheduled(facts);
  };
  const move = useMutation<VisitFacts, ApiError, Choice>({
    mutationFn: ({ slot: { schedule_id, start }, date }) =>
      ask(rescheduleBooking, {
        body: { id: booking.id, schedule_id, date, start, base_updated_at: options.updated_at },
      }),
    onSuccess: finish,
    onError: async ({ code }, wanted) => {
      if (code === 'SLOT_TAKEN') {
        setChoice(null);
        await Promise.all([
          availability.refetch(),
          queries.invalidateQueries({ queryKey: ['slots'] }),
          queries.invalidateQueries({ queryKey: ['explain-date'] }),
        ]);
        return;
      }
      if (code === 'NETWORK' || code === 'TIMEOUT') return;
      await Promise.all([refetchOptions(), queries.invalidateQueries({ queryKey: ['bookings'] })]);
      // The answer to an earlier press was lost, but the move was made.
      const moved = queries
        .getQueriesData<Booking[]>({ queryKey: ['bookings'] })
        .flatMap(([, bookings]) => bookings ?? [])
        .find(({ id, start_time }) => id === booking.id && start_time === startOf(wanted));
      if (code === 'BOOKING_CHANGED' && moved) onRescheduled(moved);
    },
  });

  const moveOnce = useSingleFlight(move.mutateAsync);
  const day = localDateOf(booking.start_time, zone);
  const choose = (chosen: Choice) => {
    move.reset();
    setChoice(chosen);
  };
  const nearTo = (date: LocalDate): OfDay => ({
    service_id,
    place,
    date,
    cart: [],
    moving,
    own_start: date === day ? formatClock(new Date(booking.start_time), zone) : null,
    drawTimes: (times, label) => <Choices {...{ times, label, choice }} onChoose={choose} />,
  });
  const failure = move.error && !(move.error.code === why_not) ? changeErrorMessage(move.error) : null;

  return (
    <Dialog
      open
      onClose={onClose}
      locked={move.isPending}
      width="wide"
      className={tintClassOf(booking.service_type)}
      title={
        <span tabIndex={-1} data-autofocus="" className="change-title">
          Reschedule
        </span>
      }
      subtitle={
        <>
          <b>{booking.service_name}</b>
          <SessionTime booking={booking} before="Now " />
        </>
      }
      footer={
        <>
          <Button look="ghost" className="mr-auto" disabled={move.isPending} onClick={onBack}>
            Back
          </Button>
          <Button look="secondary" disabled={move.isPending} onClick={onClose}>
            Keep {WEEKDAYS[dayOfWeek(day)]}
          </Button>
          {why_not === null && (
            <Button
              busy={move.isPending}
              disabled={choice === null}
              onClick={() => choice && moveOnce(choice)}
            >
              {choice
                ? `Move to ${formatShortDay(choice.date)}, ${inTwelveHours(choice.slot.start)}`
                : 'Choose a time'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {why_not === null ? (
          <p className="banner banner-note font-medium">
            <span>
              <b>{samePriceText(booking)}</b> {reschedulesText(options.reschedule)}
            </span>
          </p>
        ) : (
          <Banner tone="warn" inSight>
            {refusalText(why_not, max_reschedules)} <PhoneLink />
          </Banner>
        )}
        {why_not !== null ? null : availability.isPending ? (
          <Spinner showLabel className="min-h-[31rem]" />
        ) : availability.isError && !availability.data ? (
          <FailedQuery
            className="min-h-[31rem] content-center"
            message={errorMessage(availability.error)}
            of={availability}
          />
        ) : (
          <SlotPicker
            availability={availability.data}
            day={nearestDay(availability.data, day)}
            onDayChange={() => setChoice(null)}
            times={(shown) => (
              <RescheduleTimes
                {...shown}
                schedule_ids={availability.data.schedule_ids}
                choice={choice}
                onChoose={choose}
                near={nearTo(shown.date)}
              />
            )}
            withoutTimes={(shown) => <NearestOfDay {...shown} {...nearTo(shown.date)} />}
          />
        )}
        {failure && (
          <Banner tone="error" inSight>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

/** The start of a choice as an instant, to compare with a booking's. */
function startOf({ slot, date }: Choice): string | null {
  const minutes = parseTime(slot.start);
  return minutes === null ? null : (instantOf(date, minutes, zone)?.toISOString() ?? null);
}
