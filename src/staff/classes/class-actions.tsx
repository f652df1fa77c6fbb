import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { staffApplyClass, staffMessageClass, staffPreviewClass } from '#contract/staff.calls.ts';
import type { ClassChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { actLabel, type Fate, reachesAnyone, reachText, toCall } from '#domain/visits/reach.ts';
import { clock24, parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ApplySheet } from '#staff/decisions/apply-sheet.tsx';
import { showResult } from '#staff/parts/result-sheet.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { classParams, classPath, contactOf } from '#staff/parts/session-texts.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { formatCount } from '#domain/text/sentences.ts';
import { WriteSheet } from '#staff/bookings/message-sheet.tsx';
import { CallList } from '#staff/parts/call-list.tsx';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';

type MessageClassProps = { row: ClassRow; seats: readonly SessionRow[]; onClose: () => void };

/** Writes an e-mail to the clients of these seats; then whom to call. */
function MessageClass({ row, seats, onClose }: MessageClassProps) {
  const day = formatDayOf(row.start_time, practice.zone);
  const reached = seats.map((seat) => ({ ...contactOf(seat), fate: 'MESSAGED' as const }));
  if (!reachesAnyone(reached))
    return (
      <Sheet open onClose={onClose} title="Nobody can be reached by e-mail" footer={<CloseButton />}>
        <CallList reached={toCall(reached)} />
      </Sheet>
    );
  return (
    <WriteSheet
      title="Message everybody"
      subtitle={`By e-mail, about ${row.service_name} on ${day}`}
      subject={`${row.service_name} on ${day}`}
      onSend={(action, body) =>
        action.run(
          staffMessageClass,
          { params: classParams(row), body },
          {
            done: ({ reached: sent }) => {
              const count = sent.filter(({ way }) => way === 'MAIL').length;
              showResult(`Your message is on its way to ${formatCount(count, 'person', 'people')}.`, sent);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{reachText(reached)} Nobody sees who else is coming.</p>
    </WriteSheet>
  );
}

const { zone } = practice;
type Kind = ClassChangeInput['kind'];
const TEXTS: Readonly<Record<Kind, { title: string; act: string; done: string }>> = {
  RESCHEDULE: { title: 'Reschedule this class?', act: 'Reschedule the class', done: 'Rescheduled.' },
  CANCEL: { title: 'Cancel this date?', act: 'Cancel this date', done: 'Cancelled.' },
  SET_SEATS: { title: 'Change the seats?', act: 'Change the seats', done: 'Changed.' },
  STOP_BOOKING: { title: 'Stop booking?', act: 'Stop booking', done: 'Clients can’t book it any more.' },
};
const FATES: Readonly<Record<Kind, Fate>> = {
  RESCHEDULE: 'MOVED',
  CANCEL: 'CANCELLED',
  SET_SEATS: 'KEPT',
  STOP_BOOKING: 'KEPT',
};

/** What staff do with one date of a class as a whole. */
export function ClassActions({ row, seats }: { row: ClassRow; seats: readonly SessionRow[] }) {
  const [open, setOpen] = useState<Kind | 'MESSAGE' | null>(null);
  const acts: readonly [Kind, string][] = [
    ['RESCHEDULE', 'Reschedule this class…'],
    ['SET_SEATS', 'Change seats…'],
    ['STOP_BOOKING', 'Stop booking…'],
    ['CANCEL', 'Cancel this date…'],
  ];
  return (
    <aside className="no-print flex gap-2 px-4.5 py-3.5 staff-box" aria-label="The class as a whole">
      {row.taken < row.capacity && (
        <Link className="btn btn-soft" to={`/book?${new URLSearchParams(seatIn(row))}`}>
          Add a client
        </Link>
      )}
      {seats.length > 0 && (
        <Button look="secondary" onClick={() => setOpen('MESSAGE')}>
          Message everybody…
        </Button>
      )}
      {acts.map(([kind, label]) => (
        <Button
          key={kind}
          look={kind === 'CANCEL' ? 'danger-quiet' : 'secondary'}
          onClick={() => setOpen(kind)}
        >
          {label}
        </Button>
      ))}
      <p>Each person gets an e-mail of their own. Nobody sees who else is coming.</p>
      {open === 'MESSAGE' ? (
        <MessageClass row={row} seats={seats} onClose={() => setOpen(null)} />
      ) : (
        open && <ClassDialog row={row} kind={open} onClose={() => setOpen(null)} />
      )}
    </aside>
  );
}

/** What the booking page begins with. */
const seatIn = ({ service_id, place, start_time }: ClassRow) => ({
  service: service_id,
  place,
  start: start_time,
});

function ClassDialog({ row, kind, onClose }: { row: ClassRow; kind: Kind; onClose: () => void }) {
  const navigate = useNavigate();
  const look = useAction();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [date, setDate] = useState(localDateOf(row.start_time, zone));
  const [time, setTime] = useState(clock24(localMinutesOf(row.start_time, zone)));
  const [seats, setSeats] = useState(String(row.capacity));
  const start = instantOf(date, parseTime(time) ?? 0, zone)?.toISOString() ?? '';
  const change: ClassChangeInput =
    kind === 'RESCHEDULE'
      ? { kind, start }
      : kind === 'SET_SEATS'
        ? { kind, seats: Number(seats) }
        : { kind };
  const params = classParams(row);
  const texts = TEXTS[kind];
  if (preview)
    return (
      <ApplySheet
        title={texts.title}
        first={preview}
        fate={FATES[kind]}
        isDanger={kind === 'CANCEL'}
        label={(reached) => actLabel(texts.act, reached)}
        apply={(action, body, after) =>
          action.run(staffApplyClass, { params, body: { change, ...body } }, after)
        }
        onDone={({ reached }) => {
          showResult(texts.done, reached);
          onClose();
          if (kind === 'RESCHEDULE')
            void navigate(classPath({ ...row, start_time: start }), { replace: true });
        }}
        onClose={() => (hasForm(kind) ? setPreview(null) : onClose())}
      />
    );
  return (
    <ActionSheet
      action={look}
      title={texts.title}
      subtitle={`${row.service_name}, ${formatDayTime(row.start_time, zone)}`}
      confirm="See what changes"
      invalid={{ start: start === '' ? 'The clocks go forward at this time.' : null }}
      onClose={onClose}
      onConfirm={() =>
        look.ask(() => callStaff(staffPreviewClass, { params, body: { change } }), { done: setPreview })
      }
    >
      {kind === 'RESCHEDULE' && (
        <div className="two-fields">
          <TextField label="Date" type="date" value={date} onChange={setDate} />
          <TextField label="Start" name="start" type="time" step={300} value={time} onChange={setTime} />
        </div>
      )}
      {kind === 'SET_SEATS' && (
        <TextField
          label="Seats"
          name="seats"
          inputMode="numeric"
          limit={3}
          hint={`${row.taken} of ${row.capacity} are taken.`}
          value={seats}
          onChange={(value) => setSeats(value.replaceAll(/\D/g, ''))}
        />
      )}
      {kind === 'CANCEL' && <p>Who has paid gets everything back, and nobody can book this date any more.</p>}
      {kind === 'STOP_BOOKING' && <p>Who has a seat keeps it. Clients no longer see this date.</p>}
    </ActionSheet>
  );
}

const hasForm = (kind: Kind) => kind === 'RESCHEDULE' || kind === 'SET_SEATS';
