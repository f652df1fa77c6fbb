import { formatPhone } from '#domain/people/phone.ts';
import type { Personal } from '#domain/people/personal.ts';
import { HIDDEN, type Show, useShown } from '#staff/parts/privacy.ts';

type Contact = { phone: Personal<string | null>; email: Personal<string> };
/** A number, else an address, to distinguish people; '' with Privacy and where there is neither. */
export const contactShown = ({ phone, email }: Contact, show: Show): string =>
  formatPhone(show(phone)) || (show(email) ?? '');

/** A phone number to press; a word where there is none, or Privacy hides it. */
export function PhoneLink({ phone }: { phone: Personal<string | null> }) {
  const shown = useShown()(phone);
  return shown ? <a href={`tel:${shown}`}>{formatPhone(shown)}</a> : <>{phone ? HIDDEN : 'None'}</>;
}

/** The same for an e-mail address. */
export function EmailLink({ email }: { email: Personal<string> }) {
  const shown = useShown()(email);
  return shown ? <a href={`mailto:${shown}`}>{shown}</a> : <>{email ? HIDDEN : 'None'}</>;
}
