import { useId } from 'react';
import { staffCreateClient } from '#contract/staff.calls.ts';
import type { Client, DuplicateDetails } from '#contract/clients.schemas.ts';
import { contactShown } from '#staff/parts/contact-links.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import type { NewClient } from '#staff/book/draft.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionFields, OfflineNotice, useActionForm } from '#staff/parts/action-form.tsx';
import { ContactFields } from '#staff/parts/contact-fields.tsx';
import { useAction } from '#staff/parts/use-action.ts';
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
  const isOnline = useOnline();
  const id = useId();
  const create = useAction();
  const isUnreachable = typed.phone.trim() === '' && typed.email.trim() === '';
  const form = useActionForm(create, {
    first_name: typed.first_name.trim() === '' ? 'Please enter a first name.' : null,
    phone: isUnreachable ? 'Please enter a phone number or an e-mail.' : null,
  });
  const onCreate = (accept_duplicate: boolean) =>
    create.run(
      staffCreateClient,
      {
        body: {
          first_name: typed.first_name.trim(),
          last_name: typed.last_name.trim(),
          phone: typed.phone.trim(),
          email: typed.email.trim(),
          ...(accept_duplicate ? { accept_duplicate } : {}),
        },
      },
      { done: onChoose },
    );
  const candidates =
    create.error?.code === 'POSSIBLE_DUPLICATE' ? (create.error.details as DuplicateDetails).candidates : [];
  const [candidate] = candidates;
  const show = useShown();
  const contact = candidate && contactShown(candidate, show);
  return (
    <ActionFields
      form={form}
      id={id}
      className="grid gap-3.5 p-4 border border-line rounded-inner bg-surface"
      label="New client"
      onConfirm={() => onCreate(false)}
    >
      <div className="two-fields">
        <ContactFields first={{ 'data-first': '' }} typed={typed} onType={onType} />
      </div>
      {candidate ? (
        <Banner tone="warn" inSight>
          <p>
            Is this {candidate.name}
            {contact && `, ${contact}`}?
          </p>
          <div className="acts">
            <TextButton className="act" onClick={() => onChoose(candidate)}>
              Yes
            </TextButton>
            <TextButton
              className="act"
              disabled={!isOnline}
              onClick={() => form.confirm(() => onCreate(true))}
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
        <ActionFailure action={create} failure={form.failure} />
      )}
      <OfflineNotice />
      <div className="acts">
        <Button type="submit" look="secondary" busy={create.isPending} disabled={!isOnline}>
          Add client
        </Button>
        <TextButton className="act act-soft" onClick={onCancel}>
          Search instead
        </TextButton>
      </div>
    </ActionFields>
  );
}
