import { formatPhone } from '#domain/phone.ts';
import { usable } from '#staff/parts/privacy.ts';
import './decisions.css';

/** Somebody to call, as Privacy shows them. */
type Callee = { id: string; text: string; name: string; phone: string | null };

/** Whom to call, because an e-mail may be read too late, and not everybody has an address. */
export function CallList({ people }: { people: readonly Callee[] }) {
  return (
    <ul className="decisions" aria-label="Whom to call">
      {people.map(({ id, text, name, phone }) => (
        <li key={id} className="decision">
          <p>{text}</p>
          {usable(phone) ? (
            <a className="act" href={`tel:${phone}`} aria-label={`Call ${name}, ${formatPhone(phone!)}`}>
              {formatPhone(phone!)}
            </a>
          ) : (
            <span className="text-muted">{phone === null ? 'No phone number' : 'Number hidden'}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
