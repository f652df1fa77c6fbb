import { practice } from '#content/public/practice.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { byPerson, type Fate, missedText, type Reached } from '#domain/visits/reach.ts';
import { useShown } from '#staff/parts/privacy.ts';
import { clientName } from '#staff/parts/session-texts.ts';
import { TextLink } from '#staff/parts/text-link.tsx';
import './sheet.css';

const { zone } = practice;
type Contact = Pick<NonNullable<Reached['client']>, 'name' | 'short_name' | 'phone'>;

/** **Call** and **Text**, or why neither is possible. */
export function CallOrText({ client, visits = [] }: { client: Contact; visits?: readonly Reached[] }) {
  const { short_name } = client;
  const phone = useShown()(client.phone);
  if (!phone) return <span className="text-muted">{client.phone ? 'Number hidden' : 'No phone number'}</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-4 items-center">
      <span className="whitespace-nowrap">{formatPhone(phone)}</span>
      <a className="act" href={`tel:${phone}`} aria-label={`Call ${short_name}`}>
        Call
      </a>
      <TextLink className="act" client={client} visits={visits} />
    </span>
  );
}

const FATE_TEXTS: Readonly<Record<Fate, string>> = {
  KEPT: '',
  MESSAGED: '',
  MOVED: ' (new time)',
  CANCELLED: ' (cancelled)',
  WAIT_ENDED: ' (no longer waits)',
};

/**
 * Whom to call about which of their sessions, as Privacy shows them: not everybody has an address, and an e-mail may be read
 * too late.
 */
export function CallList({ reached }: { reached: readonly Reached[] }) {
  return (
    <ul className="grid text-grid divide-y divide-line" aria-label="Whom to call">
      {byPerson(reached).map((sessions) => {
        const { booking, client, way } = sessions[0]!;
        return (
          <li className="flex flex-wrap gap-x-4 gap-y-1.5 items-center justify-between py-2" key={booking}>
            <p className="grow basis-48 wrap-anywhere">
              <b>{clientName({ client })}</b>
              {way !== 'MAIL' && <span>{` ${missedText(way)}`}</span>}
              {sessions.map(({ booking, start_time, fate }) => (
                <span key={booking} className="block text-muted">
                  {`${formatDayTime(start_time, zone)}${FATE_TEXTS[fate]}`}
                </span>
              ))}
            </p>
            {client && <CallOrText client={client} visits={sessions} />}
          </li>
        );
      })}
    </ul>
  );
}
