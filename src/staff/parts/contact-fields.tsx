import type { ComponentProps } from 'react';
import { PHONE_HINT } from '#domain/people/phone.ts';
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
  return (
    <>
      <TextField
        {...first}
        label="First name"
        name="first_name"
        autoComplete="off"
        limit={100}
        value={typed.first_name}
        onChange={(first_name) => onType({ first_name })}
      />
      <TextField
        label="Last name"
        name="last_name"
        optional
        autoComplete="off"
        limit={100}
        value={typed.last_name}
        onChange={(last_name) => onType({ last_name })}
      />
      <TextField
        label="Phone"
        hint={PHONE_HINT}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        limit={40}
        value={typed.phone}
        onChange={(phone) => onType({ phone })}
      />
      <TextField
        {...mail}
        label="E-mail"
        name="email"
        type="email"
        autoComplete="off"
        limit={254}
        value={typed.email}
        onChange={(email) => onType({ email })}
      />
    </>
  );
}
