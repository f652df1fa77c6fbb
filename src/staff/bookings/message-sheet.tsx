import { type ReactNode, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { staffSendMessage } from '#contract/staff.calls.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { firstName } from '#staff/parts/session-texts.ts';
import { addressee } from '#staff/parts/privacy.ts';
import { type Action, useAction } from '#staff/parts/use-action.ts';
import { TextAreaField, TextField } from '#web/ui/field.tsx';

/** Under every field whose text goes out by e-mail. */
const NOT_PRIVATE = 'E-mail isn’t private. Please leave out anything about health.';

type MessageSheetProps = {
  booking: SessionRow;
  onClose: () => void;
  onSent: (text: string) => void;
};

/** Writes an e-mail about a visit. */
export function MessageSheet({ booking, onClose, onSent }: MessageSheetProps) {
  const day = formatDayOf(booking.start_time, practice.zone);
  return (
    <WriteSheet
      title={`Send ${firstName(booking)} a message`}
      subtitle={`By e-mail, about ${booking.service_name} on ${day}`}
      subject={`${booking.service_name} on ${day}`}
      onSend={(action, body) =>
        action.run(
          staffSendMessage,
          { params: { id: booking.id }, body },
          {
            done: ({ sent_to }) => onSent(`Your message is on its way to ${addressee(sent_to)}.`),
          },
        )
      }
      onClose={onClose}
    />
  );
}

type WriteSheetProps = {
  title: string;
  subtitle: string;
  /** The subject that is there at first. */
  subject: string;
  children?: ReactNode;
  onSend: (action: Action, message: { subject: string; text: string }) => void;
  onClose: () => void;
};

/** Subject and text of an e-mail. What was typed stays until it is sent. */
export function WriteSheet(props: WriteSheetProps) {
  const send = useAction();
  const [subject, setSubject] = useState(props.subject);
  const [text, setText] = useState('');
  const message = { subject: subject.trim(), text: text.trim() };
  return (
    <ActionSheet
      action={send}
      title={props.title}
      subtitle={props.subtitle}
      confirm="Send"
      dirty={message.text !== '' || subject !== props.subject}
      invalid={{
        subject: message.subject === '' ? 'Please enter a subject.' : null,
        text: message.text === '' ? 'Please write a message.' : null,
      }}
      onClose={props.onClose}
      onConfirm={() => props.onSend(send, message)}
    >
      {props.children}
      <TextField label="Subject" name="subject" limit={150} value={subject} onChange={setSubject} />
      <TextAreaField
        label="Message"
        name="text"
        rows={5}
        limit={2000}
        value={text}
        onChange={setText}
        hint={NOT_PRIVATE}
      />
    </ActionSheet>
  );
}
