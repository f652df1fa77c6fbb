import type { ComponentProps } from 'react';
import { PHONE_HINT } from '#domain/people/phone.ts';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { TextField } from '#web/ui/field.tsx';

type Contact = { first_name: string; last_name: string; phone: string; email: string };

/** The names of a client, and how they are reached. `first` and `mail` are added to the first and the last field. */
export function ContactFields({
  typed,
  onType,
  first,
  mail,
}: {
  typed: Contact;
  onType: (change: Partial<Contact>) => void;
  first?: { 'data-first': string };
  mail?: Pick<ComponentProps<typeof TextField>, 'readOnly' | 'hint'>;
}) {
  const of = bindFields(typed, onType);
  return (
    <>
      <TextField {...first} label="First name" autoComplete="off" limit={100} {...of('first_name')} />
      <TextField label="Last name" optional autoComplete="off" limit={100} {...of('last_name')} />
      <TextField
        label="Phone"
        hint={PHONE_HINT}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        limit={40}
        {...of('phone')}
      />
      <TextField {...mail} label="E-mail" type="email" autoComplete="off" limit={254} {...of('email')} />
    </>
  );
}
