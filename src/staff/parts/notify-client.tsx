import type { SessionRow } from '#contract/agenda.schemas.ts';
import { formatPhone } from '#domain/phone.ts';
import { MailChoice, MailMessage } from '#staff/parts/mail-choice.tsx';
import { usable } from '#staff/parts/privacy.ts';
import { firstName } from '#staff/parts/session-texts.ts';

type NotifyClientProps = {
  booking: Pick<SessionRow, 'client'>;
  /** What the e-mail is like: '(in 3 minutes, with a new calendar file)' */
  about?: string;
  notify: boolean;
  onNotify: (notify: boolean) => void;
  message: string;
  onMessage: (message: string) => void;
};

/** Whether the client gets an e-mail, and what it says. A client without an address has to be called. */
export function NotifyClient({ booking, about, notify, onNotify, message, onMessage }: NotifyClientProps) {
  const { client } = booking;
  if (!client) return null;
  const name = firstName(booking);
  const phone = usable(client.phone);
  if (!client.has_email)
    return (
      <p>
        {name} has no e-mail address, so please call
        {phone && (
          <>
            : <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
          </>
        )}
        .
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
