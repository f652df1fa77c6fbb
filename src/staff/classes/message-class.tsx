import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { staffMessageClass } from '#contract/clients.calls.ts';
import type { MessagedClass } from '#contract/clients.schemas.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { WriteSheet } from '#staff/bookings/message-sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { CallList } from '#staff/decisions/call-list.tsx';
import { classParams, clientName } from '#staff/parts/session-texts.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';

type MessageClassProps = { row: ClassRow; seats: readonly SessionRow[]; onClose: () => void };

/** Writes an e-mail to the clients of these seats; then whom to call. */
export function MessageClass({ row, seats, onClose }: MessageClassProps) {
  const [done, setDone] = useState<MessagedClass | null>(null);
  const day = formatDayOf(row.start_time, practice.zone);
  const reached = seats.filter(({ client }) => client?.has_email).length;
  if (done) return <WhomItMissed sent={done} seats={seats} onClose={onClose} />;
  if (reached === 0) {
    const nobody = { sent: 0, not_sent: seats.map(({ id }) => id) };
    return <WhomItMissed sent={nobody} seats={seats} onClose={onClose} />;
  }
  const missed = seats.length - reached;
  return (
    <WriteSheet
      title={`Send ${people(reached)} a message`}
      subtitle={`By e-mail, about ${row.service_name} on ${day}`}
      subject={`${row.service_name} on ${day}`}
      send={(body) => callStaff(staffMessageClass, { params: classParams(row), body })}
      onSent={(sent) => {
        if (seats.some(({ id }) => sent.not_sent.includes(id))) return setDone(sent);
        showToast(`Your message is on its way to ${people(sent.sent)}.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        Each person gets an e-mail of their own. Nobody sees who else is coming.
        {missed > 0 &&
          ` ${missed === 1 ? '1 person has' : `${missed} people have`} no e-mail address; you see whom to call next.`}
      </p>
    </WriteSheet>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** Those whom a message did not reach. */
function WhomItMissed({
  sent: { sent, not_sent },
  seats,
  onClose,
}: {
  sent: MessagedClass;
  seats: readonly SessionRow[];
  onClose: () => void;
}) {
  const missed = seats.filter(({ id }) => not_sent.includes(id));
  return (
    <Sheet
      open
      onClose={onClose}
      title={sent === 0 ? 'Nobody can be reached by e-mail' : `Your message is on its way to ${people(sent)}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        {sent === 0 ? 'Please call' : 'It doesn’t reach everybody. Please call'}{' '}
        {missed.length === 1 ? 'this person:' : 'these people:'}
      </p>
      <CallList
        people={missed.map((seat) => ({
          id: seat.id,
          text: `${clientName(seat)} (${seat.client?.has_email ? '20 e-mails from you today' : 'no e-mail'})`,
          name: clientName(seat),
          phone: seat.client?.phone ?? null,
        }))}
      />
    </Sheet>
  );
}
