import { firstOf } from '#domain/people/personal.ts';
import { missedText, type Reach } from '#domain/visits/reach.ts';
import { CallOrText } from '#staff/parts/call-list.tsx';
import { MailChoice, MailMessage } from '#staff/parts/mail-choice.tsx';

type NotifyClientProps = {
  reach: Pick<Reach, 'client' | 'way'>;
  /** What the e-mail is like: '(in 3 minutes, with a new calendar file)' */
  about?: string;
  notify: boolean;
  onNotify: (notify: boolean) => void;
  message: string;
  onMessage: (message: string) => void;
};

/** Whether the client gets an e-mail, and what it says. A client without an address has to be called. */
export function NotifyClient({ reach, about, notify, onNotify, message, onMessage }: NotifyClientProps) {
  const { client, way } = reach;
  if (!client) return null;
  const name = firstOf(client.name);
  if (way !== 'MAIL')
    return (
      <p>
        <span>{`${name} ${missedText(way)}, so please call: `}</span>
        <CallOrText client={client} />
      </p>
    );
  return (
    <MailChoice
      label={about ? `E-mail ${name} ${about}` : `E-mail ${name}`}
      notify={notify}
      onNotify={onNotify}
    >
      {notify && <MailMessage message={message} onMessage={onMessage} />}
    </MailChoice>
  );
}
