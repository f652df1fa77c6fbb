import { formatPhone } from '#domain/phone.ts';
import { usable } from '#staff/parts/privacy.ts';

/** A phone number to press; a word where there is none, or Privacy hides it. */
export const PhoneLink = ({ phone }: { phone: string | null }) =>
  usable(phone) === null ? <>{phone ?? 'None'}</> : <a href={`tel:${phone}`}>{formatPhone(phone)}</a>;

/** The same for an e-mail address. */
export const EmailLink = ({ email }: { email: string }) =>
  usable(email) === null ? <>{email || 'None'}</> : <a href={`mailto:${email}`}>{email}</a>;
