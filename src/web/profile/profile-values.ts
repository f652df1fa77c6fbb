import { practice } from '#content/public/practice.ts';
import { type Address, ADDRESS_FIELDS } from '#domain/address.ts';
import { validateBirthdate, normaliseBirthdate } from '#domain/birthdate.ts';
import { localDateOf } from '#domain/zone.ts';
import { formatPhone, toE164 } from '#domain/phone.ts';
import type { User } from '#web/client/session.ts';

/** What the two forms about a client hold, as it is typed. */
export type PersonValues = {
  first_name: string;
  last_name: string;
  pronouns: string;
  birthdate: string;
  phone: string;
} & Address;
export type PersonField = keyof PersonValues;
export type PersonErrors = Partial<Record<PersonField, string>>;

/** What is sent to create-user and update-user. */
export type PersonInput = Pick<
  PersonValues,
  'first_name' | 'last_name' | 'pronouns' | 'birthdate' | 'phone'
> & {
  address: Address | null;
};

/** The names of the fields on screen; also the names in the list of what an address lacks. */
export const FIELD_LABELS: Readonly<Record<PersonField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  pronouns: 'Pronouns',
  birthdate: 'Birthday',
  phone: 'Phone',
  street_number: 'Street number',
  route: 'Street name',
  subpremise: 'Apartment or suite',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP',
};

/** The form filled with what is known; empty for a client without a record. */
export function personValues(user: User | null): PersonValues {
  const { address } = user ?? {};
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    pronouns: user?.pronouns ?? '',
    birthdate: user?.birthdate ?? '',
    phone: formatPhone(user?.phone),
    street_number: address?.street_number ?? '',
    route: address?.route ?? '',
    subpremise: address?.subpremise ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zip_code: address?.zip_code ?? '',
  };
}

export function addressOf(values: PersonValues): Address {
  const { street_number, route, subpremise, city, state, zip_code } = values;
  return { street_number, route, subpremise, city, state, zip_code };
}

/** Birthday as YYYY-MM-DD (product.md §5.7.2), phone as it will be stored. */
export function personInput(values: PersonValues, address: Address | null): PersonInput {
  return {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    pronouns: values.pronouns.trim(),
    birthdate: normaliseBirthdate(values.birthdate) ?? values.birthdate,
    phone: toE164(values.phone) ?? values.phone,
    address,
  };
}

/** What of it differs from what the form began with: the rest may have been changed elsewhere in the meantime. */
export function changesOf(person: PersonInput, begun: PersonInput): Partial<PersonInput> {
  const { address, ...rest } = person;
  const texts = Object.entries(rest).filter(([name, text]) => text !== begun[name as keyof typeof rest]);
  const moved = ADDRESS_FIELDS.some((field) => address?.[field] !== begun.address?.[field]);
  return { ...Object.fromEntries(texts), ...(moved && { address }) };
}

/** Pronouns, birthday and phone are required and validated; the server validates the address (product.md §5.7). */
export function validatePerson(values: PersonValues, now: Date): PersonErrors {
  const errors: PersonErrors = {};
  if (!values.pronouns.trim()) errors.pronouns = 'Please enter your pronouns';
  const birthdate = validateBirthdate(values.birthdate, localDateOf(now, practice.zone));
  if (!birthdate.ok) errors.birthdate = birthdate.message;
  if (!toE164(values.phone)) errors.phone = 'Ten digits, please. Used only if a visit has to move.';
  return errors;
}

export function isPersonField(name: string): name is PersonField {
  return Object.hasOwn(FIELD_LABELS, name);
}

/** What an address lacks, as 'name: detail' (product.md §8.5.1), in the order of the form. */
export function missingLines(missing: Readonly<Record<string, string>>): string[] {
  const known = ADDRESS_FIELDS.filter((field) => missing[field] !== undefined);
  const others = Object.keys(missing).filter((name) => !(ADDRESS_FIELDS as readonly string[]).includes(name));
  return [
    ...known.map((field) => `${FIELD_LABELS[field]}: ${missing[field]}`),
    ...others.map((name) => `${name}: ${missing[name]}`),
  ];
}
