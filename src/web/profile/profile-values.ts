import { practice } from '#content/public/practice.ts';
import { type Address, ADDRESS_FIELDS } from '#domain/people/address.ts';
import { validateBirthdate, normaliseBirthdate } from '#domain/people/birthdate.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { formatPhone, PHONE_PROBLEM, toE164 } from '#domain/people/phone.ts';
import type { User } from '#web/api/session.ts';

/** The values of the profile form, as typed. */
export type ProfileValues = {
  first_name: string;
  last_name: string;
  pronouns: string;
  birthdate: string;
  phone: string;
} & Address;
export type ProfileField = keyof ProfileValues;
export type ProfileErrors = Partial<Record<ProfileField, string>>;

/** The input of create-user and update-user. */
export type ProfileInput = Pick<
  ProfileValues,
  'first_name' | 'last_name' | 'pronouns' | 'birthdate' | 'phone'
> & {
  address: (Address & { unverified?: true | undefined }) | null;
};

/** The labels of the fields, also in the list of missing parts of an address. */
export const FIELD_LABELS: Readonly<Record<ProfileField, string>> = {
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

/** The most characters that the server takes (contract/users.schemas.ts). */
export const FIELD_LIMITS: Readonly<Partial<Record<ProfileField, number>>> = {
  first_name: 100,
  last_name: 100,
  pronouns: 40,
  street_number: 20,
  route: 120,
  subpremise: 40,
  city: 80,
  state: 40,
  zip_code: 16,
};

/** The initial values; empty for a client without a record. */
export function profileValues(user: User | null): ProfileValues {
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

export function addressOf(values: ProfileValues): Address {
  const { street_number, route, subpremise, city, state, zip_code } = values;
  return { street_number, route, subpremise, city, state, zip_code };
}

/** Birthday as YYYY-MM-DD (product.md §5.7.2), phone in E.164. */
export function profileInput(values: ProfileValues, address: ProfileInput['address']): ProfileInput {
  return {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    pronouns: values.pronouns.trim(),
    birthdate: normaliseBirthdate(values.birthdate) ?? values.birthdate,
    phone: toE164(values.phone) ?? values.phone,
    address,
  };
}

/** The values that differ from the initial ones; the others may have been changed elsewhere meanwhile. */
export function changesOf(profile: ProfileInput, initial: ProfileInput): Partial<ProfileInput> {
  const { address, ...rest } = profile;
  const texts = Object.entries(rest).filter(([name, text]) => text !== initial[name as keyof typeof rest]);
  const moved = ADDRESS_FIELDS.some((field) => address?.[field] !== initial.address?.[field]);
  return { ...Object.fromEntries(texts), ...(moved && { address }) };
}

/** Pronouns, birthday and phone are required and validated; the server validates the address (product.md §5.7). */
export function validateProfile(values: ProfileValues, now: Date): ProfileErrors {
  const errors: ProfileErrors = {};
  if (!values.pronouns.trim()) errors.pronouns = 'Please enter your pronouns';
  const birthdate = validateBirthdate(values.birthdate, localDateOf(now, practice.zone));
  if (!birthdate.ok) errors.birthdate = birthdate.message;
  if (!toE164(values.phone))
    errors.phone = values.phone.trim() ? PHONE_PROBLEM : 'Please enter your phone number';
  for (const [field, value] of Object.entries(values))
    if (isProfileField(field) && value.length > (FIELD_LIMITS[field] ?? Infinity))
      errors[field] = 'Please shorten this.';
  return errors;
}

export function isProfileField(name: string): name is ProfileField {
  return Object.hasOwn(FIELD_LABELS, name);
}

/** The missing parts of an address as 'name: detail' (product.md §8.5.1), in the order of the form. */
export function missingLines(missing: Readonly<Record<string, string>>): string[] {
  const known = ADDRESS_FIELDS.filter((field) => missing[field] !== undefined);
  const others = Object.keys(missing).filter((name) => !(ADDRESS_FIELDS as readonly string[]).includes(name));
  return [
    ...known.map((field) => `${FIELD_LABELS[field]}: ${missing[field]}`),
    ...others.map((name) => `${name}: ${missing[name]}`),
  ];
}
