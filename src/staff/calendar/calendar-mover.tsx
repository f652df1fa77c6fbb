import type { SessionRow } from '#contract/agenda.schemas.ts';
import { MoveCopy } from '#staff/calendar/move-copy.tsx';
import { type MoverProps, useSessionMove } from '#staff/calendar/use-session-move.ts';
import { firstName, rescheduledText } from '#staff/parts/session-texts.ts';
import { RescheduleSheet } from '#staff/placement/reschedule-sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import './calendar-move.css';

/**
 * Moves a session on the grid, by pointer or by keys: a ghost stays at its place, a copy snaps to the quarter hours, and a
 * tag says what the place is like. Dropping it opens the sheet; nothing is changed before that is confirmed.
 */
export function CalendarMover(props: MoverProps) {
  const { frame, layout, zone } = props;
  const { answer, move, verdict, spoken, opened, setOpened, setMove, changeMove, homeOf, putBack } =
    useSessionMove(props);

  return (
    <>
      <Announcement>{spoken}</Announcement>
      {move && <MoveCopy frame={frame} layout={layout} move={move} verdict={verdict} zone={zone} />}
      {move?.phase === 'KEYS' && (
        <p className="cal-move-keys">
          <span>
            Moving {firstName(move.session)}’s {move.session.service_name}.
          </span>
          <span>
            <kbd>Alt</kbd> and arrows move by 15 minutes or a day, with <kbd>Shift</kbd> 5 minutes
          </span>
          <span>
            <kbd>Enter</kbd> to reschedule
          </span>
          <span>
            <kbd>Esc</kbd> puts it back
          </span>
        </p>
      )}
      {move && (move.phase === 'SHEET' || move.phase === 'SAVING') && (
        <RescheduleSheet
          booking={currentRow(answer.sessions, move.session)}
          start={new Date(move.start).toISOString()}
          closesAtOnce
          onSaving={(start) => setMove({ ...move, start: Date.parse(start), phase: 'SAVING' })}
          onFailed={() => setMove({ ...move, start: homeOf(move.session), phase: 'SHEET' })}
          onRescheduled={({ booking }) => {
            changeMove('SAVING', (from) => ({
              ...from,
              start: Date.parse(booking.start_time),
              phase: 'SAVED',
            }));
            showToast(rescheduledText(booking));
          }}
          onClose={() => putBack(move, 'Put back. Nothing was moved.')}
        />
      )}
      {opened && (
        <RescheduleSheet
          booking={opened}
          onRescheduled={() => setOpened(null)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** The session as the calendar has it now, so that the sheet sees what another device changes. */
const currentRow = (sessions: readonly SessionRow[], session: SessionRow): SessionRow =>
  sessions.find(({ id }) => id === session.id) ?? session;
