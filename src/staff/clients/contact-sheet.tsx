import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffChangeClient, staffCreateClient } from '#contract/clients.calls.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import {
  ClientFields,
  contactOf,
  DuplicateQuestion,
  fieldErrorsOf,
  isShownAtField,
  type TypedContact,
} from '#staff/clients/client-fields.tsx';
import { clientQuery } from '#staff/client/client-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

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
  // The record as it was when the sheet opened: what is changed is what was read.
  const [base, setBase] = useState(client);
  const [start] = useState(() => contactOf(client));
  const [typed, setTyped] = useState(start);
  const [action_id, setActionId] = useState(newActionId);
  const save = useMutation<Client, ApiError, boolean>({
    mutationFn: (accept_duplicate) => {
      const acceptance = { action_id, ...(accept_duplicate ? { accept_duplicate } : {}) };
      if (base === null) return callStaff(staffCreateClient, { body: { ...acceptance, ...typed } });
      const body = { ...acceptance, base_updated_at: base.updated_at, ...changesOf(start, typed) };
      return callStaff(staffChangeClient, { params: { id: base.id }, body });
    },
    onSuccess: (saved) => {
      queries.setQueryData(clientQuery(saved.id).queryKey, (page) => page && { ...page, client: saved });
      void queries.invalidateQueries({ queryKey: ['staff'] });
      onDone(saved);
    },
  });
  const { error } = save;
  const errors = fieldErrorsOf(error);
  const isDuplicate = error?.code === 'POSSIBLE_DUPLICATE';
  const isStale = error?.code === 'CLIENT_CHANGED';
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start);
  const onType = (change: Partial<TypedContact>) => {
    setTyped({ ...typed, ...change });
    if (!save.isError) return;
    // Other content is another action.
    save.reset();
    setActionId(newActionId());
  };
  return (
    <Sheet
      open
      onClose={onClose}
      dirty={isDirty}
      locked={save.isPending}
      title={client === null ? 'New client' : `Change ${client.name}`}
      footer={
        <>
          <Button look="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="contact-form"
            busy={save.isPending}
            disabled={!isOnline || (base !== null && !isDirty)}
          >
            {client === null ? 'Add client' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id="contact-form"
        className="client-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate(false);
        }}
      >
        {client === null && (
          <p className="client-hint">
            A first name, and a phone number or an e-mail. Everything else can wait.
          </p>
        )}
        <ClientFields typed={typed} errors={errors} has_login={base?.has_login ?? false} onType={onType} />
      </form>
      {isDuplicate && (
        <DuplicateQuestion
          error={error}
          disabled={!isOnline || save.isPending}
          onSame={onDone}
          onOther={() => save.mutate(true)}
        />
      )}
      {isStale && (
        <Banner tone="warn" inSight>
          This client was changed a moment ago. What you typed is kept.{' '}
          <TextButton
            onClick={() => {
              setBase(error.details as Client);
              setActionId(newActionId());
              save.reset();
            }}
          >
            Go on with the new record
          </TextButton>
        </Banner>
      )}
      {error && !isDuplicate && !isStale && !isShownAtField(errors) && (
        <Banner tone="error" inSight>
          {error.message}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can save when you are back online.</Banner>}
    </Sheet>
  );
}

/** The fields that were changed: others stay as they are, also if somebody else changes them. */
function changesOf(start: TypedContact, typed: TypedContact): Partial<TypedContact> {
  const names = Object.keys(typed) as (keyof TypedContact)[];
  const changed = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(start[name]));
  return Object.fromEntries(changed.map((name) => [name, typed[name]]));
}
