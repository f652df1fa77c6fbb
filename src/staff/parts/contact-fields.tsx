import type { ComponentProps } from 'react';
import { PHONE_HINT } from '#domain/phone.ts';
import { TextField } from '#web/ui/field.tsx';

type Contact = { first_name: string; last_name: string; phone: string; email: string };

/** The names of a client, and how they are reached. `first` and `mail` are added to the first and the last field. */
export function ContactFields({
  typed,
  errors,
  onType,
  first,
  mail,
}: {
  typed: Contact;
  errors: { readonly [name in keyof Contact]?: string | undefined };
  onType: (change: Partial<Contact>) => void;
  first?: { 'data-first': string };
  mail?: Pick<ComponentProps<typeof TextField>, 'readOnly' | 'hint'>;
}) {
  return (
    <>
      <TextField
        {...first}
        label="First name"
        autoComplete="off"
        maxLength={100}
        value={typed.first_name}
        error={errors.first_name ?? null}
        onChange={(first_name) => onType({ first_name })}
      />
      <TextField
        label="Last name"
        optional
        autoComplete="off"
        maxLength={100}
        value={typed.last_name}
        error={errors.last_name ?? null}
        onChange={(last_name) => onType({ last_name })}
      />
      <TextField
        label="Phone"
        hint={PHONE_HINT}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
        value={typed.phone}
        error={errors.phone ?? null}
        onChange={(phone) => onType({ phone })}
      />
      <TextField
        {...mail}
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={typed.email}
        error={errors.email ?? null}
        onChange={(email) => onType({ email })}
      />
    </>
  );
}
