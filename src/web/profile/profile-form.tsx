import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { dropProfileDraft, loadProfileDraft, saveProfileField } from '#web/profile/profile-draft.ts';
import { AddressFields, PersonalFields } from '#web/profile/profile-fields.tsx';
import {
  addressOf,
  changesOf,
  type ProfileField,
  type ProfileInput,
  profileInput,
  profileValues,
} from '#web/profile/profile-values.ts';
import type { User } from '#web/api/session.ts';
import { useProfileForm } from '#web/profile/use-profile-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { now } from '#web/ui/use-now.ts';
import { type Address, addressLines, isSameAddress } from '#domain/people/address.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** The typed address next to the one that the server suggests (product.md §2.10.4). */
function SuggestedAddressDialog({
  typed,
  suggestion,
  onEdit,
  onUse,
}: {
  typed: Address;
  suggestion: Address | null;
  onEdit: () => void;
  onUse: () => void;
}) {
  if (!suggestion) return null;
  const same = isSameAddress(typed, suggestion);
  return (
    <Dialog
      open
      title="Is this the address?"
      subtitle={same ? 'We found it just like this.' : 'We found a slightly different spelling.'}
      onClose={onEdit}
      footer={
        <>
          <Button look="secondary" onClick={onEdit}>
            Edit Address
          </Button>
          <Button onClick={onUse}>Use Suggested Address</Button>
        </>
      }
    >
      <div className="grid gap-3 xs:grid-cols-2">
        <AddressCard label="You typed" address={typed} />
        <AddressCard label="Suggested" address={suggestion} chosen />
      </div>
    </Dialog>
  );
}

function AddressCard({
  label,
  address,
  chosen = false,
}: {
  label: string;
  address: Address;
  chosen?: boolean;
}) {
  return (
    <div
      className={`rounded-inner border p-4 wrap-anywhere ${chosen ? 'border-sage bg-sage-wash' : 'border-line'}`}
    >
      <h3 className="mb-1 font-text text-xs font-normal text-muted">{label}</h3>
      {addressLines(address).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/**
 * The form to create an account and to edit the profile. Every value stays until it is saved, whatever fails, even if
 * the session ends meanwhile.
 */
export function ProfileForm({
  email,
  user,
  save,
  failed,
  onDirty,
  renderActions,
}: {
  /** The e-mail address of the session, so that the draft is restored only for the same client. */
  email: string;
  user: User | null;
  /** `changes` are the values that differ from the initial ones. */
  save: (profile: ProfileInput, changes: Partial<ProfileInput>) => Promise<void>;
  failed: string;
  /** There are unsaved changes. */
  onDirty?: (dirty: boolean) => void;
  /** The buttons under the fields. */
  renderActions: (busy: 'idle' | 'checking' | 'saving') => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => loadProfileDraft(email, now().getTime()));
  const [initial] = useState(() => profileInput(profileValues(user), user?.address ?? null));
  const [values, setValues] = useState(() => ({ ...profileValues(user), ...draft }));
  const hasDraft = Object.keys(draft).length > 0;
  const {
    phase,
    errors,
    problem,
    suggestion,
    submit,
    editAddress,
    acceptSuggestion,
    clearError,
    ...address
  } = useProfileForm({
    stored: user?.address ?? null,
    save: async (profile) => {
      await save(profile, changesOf(profile, initial));
      dropProfileDraft(email);
    },
    failed,
  });

  // Focuses the first invalid field.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const change = (field: ProfileField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    saveProfileField(email, profileValues(user), field, value, now().getTime());
    if (errors[field]) clearError(field);
    onDirty?.(true);
  };

  return (
    <form
      ref={form}
      method="post"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (phase === 'idle') void submit(values);
      }}
    >
      {hasDraft && <Banner className="mb-5">Welcome back. What you typed last time is still here.</Banner>}
      {/* Inert while saving, because changes would not be saved. */}
      <div inert={phase === 'saving'}>
        <fieldset>
          <legend className="display mb-4 text-lg">You</legend>
          <PersonalFields {...{ values, errors }} onChange={change} />
        </fieldset>
        <fieldset className="mt-8 border-t border-line pt-6">
          <legend className="display float-left mb-1 w-full text-lg">Address</legend>
          <p className="clear-both mb-4 text-xs text-muted">Optional. Needed for house calls.</p>
          <AddressFields {...{ values, errors }} onChange={change} />
        </fieldset>
      </div>
      {problem && (
        <Banner tone="error" inSight className="mt-6">
          <p>{problem.text}</p>
          {problem.lines.length > 0 && (
            <ul className="mt-1 list-disc pl-5">
              {problem.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {address.canKeep(addressOf(values)) && (
            <p className="mt-2">
              We couldn’t verify this address. Use it anyway?{' '}
              <TextButton onClick={() => address.keepAddress(values)}>Use this address</TextButton>
            </p>
          )}
        </Banner>
      )}
      {renderActions(phase)}
      <SuggestedAddressDialog
        typed={addressOf(values)}
        suggestion={suggestion}
        onEdit={editAddress}
        onUse={() => {
          const accepted = acceptSuggestion(values);
          if (accepted) setValues((before) => ({ ...before, ...accepted }));
        }}
      />
    </form>
  );
}
