import { practice } from '#content/public/practice.ts';
import type { ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { staffMessageClass } from '#contract/staff.calls.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { reachesAnyone, reachText, toCall } from '#domain/visits/reach.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { WriteSheet } from '#staff/bookings/message-sheet.tsx';
import { CallList } from '#staff/parts/call-list.tsx';
import { showResult } from '#staff/parts/result-sheet.tsx';
import { classParams, contactOf } from '#staff/parts/session-texts.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';

type MessageClassProps = { row: ClassRow; seats: readonly SessionRow[]; onClose: () => void };

/** Writes an e-mail to the clients of these seats; then whom to call. */
export function MessageClass({ row, seats, onClose }: MessageClassProps) {
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
