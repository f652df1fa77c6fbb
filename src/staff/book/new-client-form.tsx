import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { staffCreateClient } from '#contract/clients.calls.ts';
import type { Client, DuplicateDetails } from '#contract/clients.schemas.ts';
import { formatPhone } from '#domain/phone.ts';
import type { NewClient } from '#staff/book/draft.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { ContactFields } from '#staff/parts/contact-fields.tsx';
import type { ApiError } from '#web/client/request.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';

type NewClientProps = {
  typed: NewClient;
  onType: (change: Partial<NewClient>) => void;
  onChoose: (client: Client) => void;
  onCancel: () => void;
};

/** A client who is new to the practice: the names and a phone number or an e-mail. */
export function NewClientForm({ typed, onType, onChoose, onCancel }: NewClientProps) {
  const [action_id, setActionId] = useState(newActionId);
  const [isTried, setIsTried] = useState(false);
  const isOnline = useOnline();
  const create = useMutation<Client, ApiError, boolean>({
    mutationFn: (accept_duplicate) =>
      callStaff(staffCreateClient, {
        body: {
          action_id,
          first_name: typed.first_name.trim(),
          last_name: typed.last_name.trim(),
          phone: typed.phone.trim(),
          email: typed.email.trim(),
          ...(accept_duplicate ? { accept_duplicate } : {}),
        },
      }),
    onSuccess: onChoose,
  });
  const type = (change: Partial<NewClient>) => {
    onType(change);
    if (create.isError) {
      // Other content is another action.
      create.reset();
      setActionId(newActionId());
    }
  };
  const candidates =
    create.error?.code === 'POSSIBLE_DUPLICATE' ? (create.error.details as DuplicateDetails).candidates : [];
  const [candidate] = candidates;
  const fields =
    create.error?.code === 'INVALID_INPUT' ? ((create.error.details ?? {}) as Record<string, string>) : {};
  const noName = isTried && typed.first_name.trim() === '' ? 'Please enter a first name.' : null;
  const noContact =
    isTried && typed.phone.trim() === '' && typed.email.trim() === ''
      ? 'Please enter a phone number or an e-mail.'
      : null;
  const submit = (accept_duplicate: boolean) => {
    setIsTried(true);
    const isComplete =
      typed.first_name.trim() !== '' && (typed.phone.trim() !== '' || typed.email.trim() !== '');
    if (isComplete && !create.isPending) create.mutate(accept_duplicate);
  };
  const hasFieldError = ['first_name', 'last_name', 'phone', 'email'].some((name) => name in fields);
  return (
    <form
      className="book-new"
      aria-label="New client"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <div className="two-fields">
        <ContactFields
          first={{ 'data-first': '' }}
          typed={typed}
          errors={{
            ...fields,
            first_name: noName ?? fields.first_name,
            phone: noContact ?? fields.phone,
          }}
          onType={type}
        />
      </div>
      {candidate ? (
        <Banner tone="warn" inSight>
          <p>
            Is this {candidate.name}
            {candidate.phone
              ? `, ${formatPhone(candidate.phone)}`
              : candidate.email && `, ${candidate.email}`}
            ?
          </p>
          <div className="acts">
            <TextButton className="act" onClick={() => onChoose(candidate)}>
              Yes
            </TextButton>
            <TextButton
              className="act"
              disabled={!isOnline}
              onClick={() => {
                submit(true);
              }}
            >
              No
            </TextButton>
            {candidates.slice(1).map((each) => (
              <TextButton key={each.id} className="act" onClick={() => onChoose(each)}>
                It’s {each.name}
              </TextButton>
            ))}
          </div>
        </Banner>
      ) : (
        create.error &&
        !hasFieldError && (
          <Banner tone="error" inSight>
            {create.error.message}
          </Banner>
        )
      )}
      {!isOnline && (
        <Banner tone="warn">You’re offline. You can add the client when you are back online.</Banner>
      )}
      <div className="acts">
        <Button type="submit" look="secondary" busy={create.isPending} disabled={!isOnline}>
          Add client
        </Button>
        <TextButton className="act act-soft" onClick={onCancel}>
          Search instead
        </TextButton>
      </div>
    </form>
  );
}
