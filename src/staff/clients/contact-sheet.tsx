import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffChangeClient, staffCreateClient } from '#contract/staff.calls.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { useOnline } from '#staff/api/use-online.ts';
import {
  ClientFields,
  contactOf,
  DuplicateQuestion,
  type TypedContact,
} from '#staff/clients/client-fields.tsx';
import { clientQuery } from '#staff/api/client-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';

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
