import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffSendMessage } from '#contract/clients.calls.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { firstName } from '#staff/parts/session-texts.ts';
import { shownAddressee } from '#staff/parts/privacy.ts';
import { SendNotices, Sheet } from '#staff/parts/sheet.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/client/request.ts';

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
      send={(body) => callStaff(staffSendMessage, { params: { id: booking.id }, body })}
      onSent={({ sent_to }: OutputOf<typeof staffSendMessage>) =>
        onSent(`Your message is on its way to ${shownAddressee(sent_to)}.`)
      }
      onClose={onClose}
    />
  );
}

type Message = { action_id: string; subject: string; text: string };
type WriteSheetProps<Sent> = {
  title: string;
  subtitle: string;
  /** The subject that is there at first. */
  subject: string;
  children?: ReactNode;
  send: (message: Message) => Promise<Sent>;
  onSent: (sent: Sent) => void;
  onClose: () => void;
};

/** Subject and text of an e-mail. What was typed stays until it is sent. */
export function WriteSheet<Sent>(props: WriteSheetProps<Sent>) {
  const { title, subtitle, children, onClose } = props;
  const queries = useQueryClient();
  const isOnline = useOnline();
  const [action_id, setActionId] = useState(newActionId);
  const [subject, setSubject] = useState(props.subject);
  const [text, setText] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const send = useMutation<Sent, ApiError>({
    mutationFn: () => props.send({ action_id, subject: subject.trim(), text: text.trim() }),
    onSuccess: (sent) => {
      void queries.invalidateQueries({ queryKey: ['staff'] });
      props.onSent(sent);
    },
    onError: (error) => {
      // Without an answer it may have been sent: the repeat must be the same.
      if (error.status !== 0) setActionId(newActionId());
    },
  });
  const isEmpty = (value: string) => value.trim() === '';

  return (
    <Sheet
      open
      onClose={onClose}
      dirty={!isEmpty(text)}
      locked={send.isPending}
      title={title}
      subtitle={subtitle}
      footer={
        <>
          <Button look="secondary" disabled={send.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button
            busy={send.isPending}
            disabled={!isOnline}
            onClick={() => {
              setWasTried(true);
              if (!isEmpty(text) && !isEmpty(subject)) send.mutate();
            }}
          >
            Send
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label="Subject"
        maxLength={150}
        value={subject}
        onChange={setSubject}
        error={wasTried && isEmpty(subject) ? 'Please enter a subject.' : null}
      />
      <TextAreaField
        label="Message"
        rows={5}
        maxLength={2000}
        value={text}
        onChange={setText}
        hint={NOT_PRIVATE}
        error={wasTried && isEmpty(text) ? 'Please write a message.' : null}
      />
      <SendNotices failure={send.error?.message} action="send it" isTyped />
    </Sheet>
  );
}
