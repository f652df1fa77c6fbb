import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ArrowRight } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffRescheduleBooking } from '#contract/staff.calls.ts';
import type { CheckedPlacement, PlacementDetails } from '#contract/placement.schemas.ts';
import { formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { toCall } from '#domain/visits/reach.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { NotifyClient } from '#staff/parts/notify-client.tsx';
import { askToCall } from '#staff/parts/result.ts';
import { changeText, contactOf, firstName } from '#staff/parts/session-texts.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { HoldSheet } from '#staff/placement/hold-sheet.tsx';
import { checkQuery, wishToMove } from '#staff/placement/placement-query.ts';
import { PlacementNotes } from '#staff/placement/placement-notes.tsx';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { useToday } from '#web/ui/use-now.ts';
import type { ApiError } from '#web/api/request.ts';
import { Icon } from '#web/ui/icon.tsx';
import './placement.css';

const { zone } = practice;
const MINUTE_MS = 60_000;

type RescheduleSheetProps = {
  booking: SessionRow;
  /** Chosen on the calendar. Without it the sheet begins with a list of free times. */
  start?: string;
  /** The sheet closes as soon as it is confirmed, and comes back with what was typed if that fails. */
  closesAtOnce?: boolean;
  onSaving?: (start: string) => void;
  onFailed?: () => void;
  onRescheduled: (panel: BookingPanel) => void;
  onClose: () => void;
};

/**
 * Reschedules a booking: from when to when, what speaks against it, and what the client reads. The calendar, the menu of a
 * session and the booking panel open it. Of a hold it says until when the client is paying.
 */
export function RescheduleSheet(props: RescheduleSheetProps) {
  return props.booking.status === 'PENDING' ? (
    <HoldSheet booking={props.booking} onClose={props.onClose} />
  ) : (
    <MoveSheet {...props} />
  );
}

function MoveSheet(props: RescheduleSheetProps) {
  const { booking, closesAtOnce = false, onSaving, onFailed, onRescheduled, onClose } = props;
  const queries = useQueryClient();
  const reschedule = useAction();
  const { base: shown, changed } = useBase(reschedule, booking);
  const today = useToday(zone);
  const length = Math.round((Date.parse(shown.end_time) - Date.parse(shown.start_time)) / MINUTE_MS);
  const [start, setStart] = useState<string | null>(props.start ?? null);
  const [minutes, setMinutes] = useState(length);
  const [isListed, setIsListed] = useState(props.start === undefined);
  const [isOtherTime, setIsOtherTime] = useState(false);
  const [notify, setNotify] = useState(true);
  const [message, setMessage] = useState('');
  const name = firstName(shown);
  const getsMail = notify && shown.client !== null && shown.client.has_email;

  const wish = {
    ...wishToMove(shown, start ?? ''),
    ...(minutes === length ? {} : { minutes }),
  };
  const check = useQuery({ ...checkQuery(wish), enabled: start !== null });
  const placement = start !== null && check.data?.start === start ? check.data : null;

  const onConfirm = (checked: CheckedPlacement) => {
    onSaving?.(checked.start);
    reschedule.run(
      staffRescheduleBooking,
      {
        params: { id: shown.id },
        body: {
          base_updated_at: shown.updated_at,
          start: checked.start,
          ...(minutes === length ? {} : { minutes }),
          accept: checked.warnings.flatMap(({ code }) => (code === 'SUPPORTED_LIMIT' ? [] : [code])),
          notify: getsMail,
          ...(getsMail && message.trim() !== '' ? { message: message.trim() } : {}),
        },
      },
      {
        done: (panel) => {
          askToCall('Rescheduled.', toCall(panel.reached));
          onRescheduled(panel);
        },
        refused: (error) => {
          onFailed?.();
          const now = detailsOf(error)?.placements.find((each) => each.start === checked.start);
          if (now) queries.setQueryData(checkQuery(wish).queryKey, { ...checked, ...now });
        },
      },
    );
  };

  const choose = (next: string | null) => {
    setStart(next);
    if (!reschedule.isUnanswered) reschedule.reset();
  };
  const isTaken = reschedule.error?.code === 'SLOT_TAKEN';
  if (closesAtOnce && reschedule.isPending) return null;
  return (
    <ActionSheet
      action={reschedule}
      title={`Reschedule ${shown.client ? `${name}’s` : 'this'} ${shown.service_name}?`}
      confirm="Reschedule"
      blocked={placement === null || placement.verdict === 'TAKEN'}
      dirty={message.trim() !== ''}
      changed={
        changed && {
          text: changeText(shown, changed.row, zone),
          goOn: changed.row.status === 'CONFIRMED' ? changed.goOn : onClose,
        }
      }
      explain={({ code }) => (code === 'SLOT_TAKEN' ? null : undefined)}
      onClose={onClose}
      onConfirm={() => placement && onConfirm(placement)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-3 items-center px-4 py-3 border border-line rounded-inner bg-paper text-grid num max-xs:gap-1.5 max-xs:px-3 max-xs:text-xs max-xs:tracking-tight max-xs:whitespace-nowrap">
        <s className="text-muted decoration-control">
          <span className="block">{formatDayOf(shown.start_time, zone)}</span>
          <span className="block">{formatClockRange(shown.start_time, shown.end_time, zone)}</span>
        </s>
        <Icon of={ArrowRight} className="text-sage" />
        {start === null ? (
          <span className="text-muted">Choose a time</span>
        ) : (
          <b className="font-bold">
            <span className="block">{formatDayOf(start, zone)}</span>
            <span className="block">
              {formatClockRange(start, Date.parse(start) + minutes * MINUTE_MS, zone)}
            </span>
          </b>
        )}
      </div>
      {isListed ? (
        today && (
          <TimePicker
            wish={{
              service_id: shown.service_id,
              place: shown.place,
              ...(shown.client ? { client_id: shown.client.id } : {}),
            }}
            today={today}
            near={localDateOf(shown.start_time, zone)}
            value={{ start, is_other_time: isOtherTime }}
            onChange={(value) => {
              setIsOtherTime(value.is_other_time);
              choose(value.start);
            }}
          />
        )
      ) : (
        <div>
          <TextButton className="act" onClick={() => setIsListed(true)}>
            Choose another time
          </TextButton>
        </div>
      )}
      {canChangeLength(shown) && start !== null && (
        <SelectField
          label="Length"
          value={String(minutes)}
          onChange={(value) => setMinutes(Number(value))}
          options={lengthsAround(length).map((each) => ({ value: String(each), label: `${each} min` }))}
        />
      )}
      {placement && (
        <PlacementNotes
          placement={placement}
          takenLabel={isTaken ? 'Just taken' : 'Taken'}
          onNearest={choose}
        />
      )}
      {start !== null && check.error && (
        <Banner tone="error">
          {check.error.message} <TextButton onClick={() => void check.refetch()}>Try again</TextButton>
        </Banner>
      )}
      <NotifyClient
        reach={placement?.reach ?? contactOf(shown)}
        about="(in 3 minutes, with a new calendar file)"
        notify={notify}
        onNotify={setNotify}
        message={message}
        onMessage={setMessage}
      />
      <p>
        Price and payment stay.
        {getsMail
          ? isPaidOnline(shown) && ` ${name} can cancel with a full refund for 24 hours after that e-mail.`
          : shown.client && ` ${name} gets no e-mail about it.`}
      </p>
    </ActionSheet>
  );
}

/** Placements as they are now, where the server refused one. */
const detailsOf = ({ code, details }: ApiError): PlacementDetails | null =>
  code === 'SLOT_TAKEN' || code === 'WARNINGS_CHANGED' ? (details as PlacementDetails) : null;

/** Something was paid by card, so something can go back. */
const isPaidOnline = ({ chips }: SessionRow) =>
  chips.some(({ kind }) => kind === 'PAID' || kind === 'SLIDING_SCALE');

/** Only what is not paid online, or is free, changes its length: the price was for the length. */
const canChangeLength = (booking: SessionRow) => booking.format === 'ONE_ON_ONE' && !isPaidOnline(booking);

/** The quarter hours from 15 minutes to three hours, and the length itself. */
const lengthsAround = (length: number) =>
  [...new Set([...Array.from({ length: 12 }, (_, at) => (at + 1) * 15), length])].toSorted((a, b) => a - b);
