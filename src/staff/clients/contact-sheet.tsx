import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffChangeClient, staffCreateClient } from '#contract/staff.calls.ts';
import type { Client, DuplicateDetails } from '#contract/clients.schemas.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { clientQuery } from '#staff/api/client-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import type { Address } from '#domain/people/address.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { reveal, writeOut } from '#domain/people/personal.ts';
import { contactShown } from '#staff/parts/contact-links.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { ContactFields } from '#staff/parts/contact-fields.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/api/request.ts';

/** Contact fields as they are typed. */
type TypedContact = {
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

function contactOf(client: Client | null): TypedContact {
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
function ClientFields({
  typed,
  has_login,
  onType,
}: {
  typed: TypedContact;
  has_login: boolean;
  onType: (change: Partial<TypedContact>) => void;
}) {
  const { address } = typed;
  const of = bindFields(typed, onType);
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
        <TextField label="Pronouns" optional autoComplete="off" limit={40} {...of('pronouns')} />
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
function DuplicateQuestion({
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

/** Refusals that ask something. */
const SAID_HERE: ReadonlySet<string> = new Set(['POSSIBLE_DUPLICATE', 'ADDRESS_UNVERIFIED']);

type ContactSheetProps = {
  /** Whose contact fields change; null for a new client. */
  client: Client | null;
  onClose: () => void;
  /** Saved, or another record is the person. */
  onDone: (client: Client) => void;
};

/** A new client, or other contact fields of one. */
export function ContactSheet({ client, onClose, onDone }: ContactSheetProps) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const save = useAction();
  const { base, changed } = useBase(save, client);
  const [start] = useState(() => contactOf(client));
  const [typed, setTyped] = useState(start);
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start);
  const onSave = ({ accept_duplicate, unverified }: { accept_duplicate?: true; unverified?: true } = {}) => {
    const acceptance = accept_duplicate ? { accept_duplicate } : {};
    const sent = unverified ? { ...typed, address: { ...typed.address, unverified } } : typed;
    const done = (saved: Client) => {
      queries.setQueryData(clientQuery(saved.id).queryKey, (page) => page && { ...page, client: saved });
      onDone(saved);
    };
    if (base === null) return save.run(staffCreateClient, { body: { ...acceptance, ...sent } }, { done });
    const body = { ...acceptance, base_updated_at: base.updated_at, ...changesOf(start, sent) };
    save.run(staffChangeClient, { params: { id: base.id }, body }, { done });
  };
  return (
    <ActionSheet
      action={save}
      title={client === null ? 'New client' : `Change ${client.name}`}
      confirm={client === null ? 'Add client' : 'Save'}
      isForm
      className="grid gap-4"
      dirty={isDirty}
      blocked={base !== null && !isDirty}
      changed={changed}
      explain={({ code }) => (SAID_HERE.has(code) ? null : undefined)}
      onClose={onClose}
      onConfirm={() => onSave()}
    >
      {client === null && (
        <p className="client-hint">
          A first name, and a phone number or an e-mail. Everything else can wait.
        </p>
      )}
      <ClientFields
        typed={typed}
        has_login={base?.has_login ?? false}
        onType={(change) => setTyped({ ...typed, ...change })}
      />
      {save.error?.code === 'POSSIBLE_DUPLICATE' && (
        <DuplicateQuestion
          error={save.error}
          disabled={!isOnline || save.isPending}
          onSame={onDone}
          onOther={() => onSave({ accept_duplicate: true })}
        />
      )}
      {save.error?.code === 'ADDRESS_UNVERIFIED' && (
        <Banner tone="warn" inSight>
          {save.error.message}{' '}
          <TextButton disabled={!isOnline || save.isPending} onClick={() => onSave({ unverified: true })}>
            Use this address
          </TextButton>
        </Banner>
      )}
    </ActionSheet>
  );
}

/** The fields that were changed: others stay as they are, also if someone else changes them. */
function changesOf(start: TypedContact, typed: TypedContact): Partial<TypedContact> {
  const names = Object.keys(typed) as (keyof TypedContact)[];
  const changed = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(start[name]));
  return Object.fromEntries(changed.map((name) => [name, typed[name]]));
}
