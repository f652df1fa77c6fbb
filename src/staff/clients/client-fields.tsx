import type { Client, DuplicateDetails } from '#contract/clients.schemas.ts';
import type { Address } from '#domain/people/address.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { reveal, writeOut } from '#domain/people/personal.ts';
import { contactShown } from '#staff/parts/contact-links.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { ContactFields } from '#staff/parts/contact-fields.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/api/request.ts';

/** Contact fields as they are typed. */
export type TypedContact = {
  first_name: string;
  last_name: string;
  pronouns: string;
  phone: string;
  email: string;
  address: Address;
};

const NO_ADDRESS: Address = {
  street_number: '',
  route: '',
  subpremise: '',
  city: '',
  state: '',
  zip_code: '',
};

/** Of a record; it may be marked as not verified. */
type KnownAddress = Address & { unverified?: true | undefined };

export function contactOf(client: Client | null): TypedContact {
  // Another address has to be verified anew.
  const { unverified: _mark, ...address }: KnownAddress = (client && reveal(client.address)) ?? NO_ADDRESS;
  return {
    first_name: client ? writeOut(client.first_name) : '',
    last_name: client ? writeOut(client.last_name) : '',
    pronouns: (client && reveal(client.pronouns)) ?? '',
    phone: formatPhone(client && reveal(client.phone)),
    email: client ? reveal(client.email) : '',
    address,
  };
}

const ADDRESS_LABELS = [
  ['street_number', 'Street number'],
  ['route', 'Street'],
  ['subpremise', 'Unit'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip_code', 'ZIP code'],
] as const satisfies readonly (readonly [keyof Address, string])[];

/** The contact fields of a client. `has_login`: the e-mail is the login's, and cannot be changed here. */
export function ClientFields({
  typed,
  has_login,
  onType,
}: {
  typed: TypedContact;
  has_login: boolean;
  onType: (change: Partial<TypedContact>) => void;
}) {
  const { address } = typed;
  return (
    <>
      <div className="grid gap-3.5 xs:grid-cols-2">
        <ContactFields
          typed={typed}
          onType={onType}
          mail={
            has_login ? { readOnly: true, hint: 'Belongs to the login. Only the client can change it.' } : {}
          }
        />
        <TextField
          label="Pronouns"
          name="pronouns"
          optional
          autoComplete="off"
          limit={40}
          value={typed.pronouns}
          onChange={(pronouns) => onType({ pronouns })}
        />
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-2.5 font-strong">Address for house calls</legend>
        <div className="grid gap-3.5 xs:grid-cols-2">
          {ADDRESS_LABELS.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              autoComplete="off"
              limit={name === 'route' ? 120 : 40}
              value={address[name]}
              onChange={(value) => onType({ address: { ...address, [name]: value } })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** Asks whether a record that is like the typed one is of the same person. */
export function DuplicateQuestion({
  error,
  onSame,
  onOther,
  disabled,
}: {
  error: ApiError;
  onSame: (client: Client) => void;
  onOther: () => void;
  disabled: boolean;
}) {
  const { candidates } = error.details as DuplicateDetails;
  const [candidate] = candidates;
  const show = useShown();
  if (!candidate) return null;
  const contact = contactShown(candidate, show);
  return (
    <Banner tone="warn" inSight>
      <p>
        Is this {candidate.name}
        {contact && `, ${contact}`}?
      </p>
      <div className="acts">
        <TextButton className="act" onClick={() => onSame(candidate)}>
          Yes, open the record
        </TextButton>
        <TextButton className="act" disabled={disabled} onClick={onOther}>
          No, somebody else
        </TextButton>
      </div>
    </Banner>
  );
}
