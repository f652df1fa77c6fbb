import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { dropPersonDraft, keepPersonField, loadPersonDraft } from '#web/profile/profile-draft.ts';
import { AddressFields, PersonFields } from '#web/profile/profile-fields.tsx';
import {
  addressOf,
  changesOf,
  type PersonField,
  type PersonInput,
  personInput,
  personValues,
} from '#web/profile/profile-values.ts';
import type { User } from '#web/client/session.ts';
import { SuggestedAddressDialog } from '#web/profile/suggested-address-dialog.tsx';
import { useSavePerson } from '#web/profile/use-save-profile.ts';
import { Banner } from '#web/ui/banner.tsx';
import { now } from '#web/ui/use-now.ts';

/**
 * A client about herself: to create the account and to edit the profile. Every value stays as typed until it is
 * saved, whatever fails: also when the login ends meanwhile.
 */
export function PersonForm({
  email,
  user,
  save,
  failed,
  onDirty,
  renderActions,
}: {
  /** The address of the login: what was typed is put back for nobody else. */
  email: string;
  user: User | null;
  /** `changes`: what of the person differs from what the form began with. */
  save: (person: PersonInput, changes: Partial<PersonInput>) => Promise<void>;
  failed: string;
  /** Something differs from what is saved. */
  onDirty?: (dirty: boolean) => void;
  /** The buttons under the fields; `busy` says what is under way. */
  renderActions: (busy: 'idle' | 'checking' | 'saving') => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => loadPersonDraft(email, now().getTime()));
  const [begun] = useState(() => personInput(personValues(user), user?.address ?? null));
  const [values, setValues] = useState(() => ({ ...personValues(user), ...draft }));
  const found = Object.keys(draft).length > 0;
  const { phase, errors, problem, suggestion, submit, editAddress, acceptSuggestion, forgive } =
    useSavePerson({
      save: async (person) => {
        await save(person, changesOf(person, begun));
        dropPersonDraft(email);
      },
      failed,
    });

  // The first field that was refused takes the focus, so that the keyboard stands where the mending begins.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const change = (field: PersonField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    keepPersonField(email, personValues(user), field, value, now().getTime());
    if (errors[field]) forgive(field);
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
      {found && <Banner className="mb-5">Welcome back. What you typed last time is still here.</Banner>}
      {/* What would be typed while it is saved would not be in it. */}
      <div inert={phase === 'saving'}>
        <fieldset>
          <legend className="display mb-4 text-lg">You</legend>
          <PersonFields {...{ values, errors }} onChange={change} />
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
        </Banner>
      )}
      {renderActions(phase)}
      <SuggestedAddressDialog
        typed={addressOf(values)}
        suggestion={suggestion}
        onEdit={editAddress}
        onUse={() => {
          const address = acceptSuggestion(values);
          if (address) setValues((before) => ({ ...before, ...address }));
        }}
      />
    </form>
  );
}
