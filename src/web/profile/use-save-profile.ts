import { useState } from 'react';
import { validateAddress } from '#contract/users.calls.ts';
import { type Address, isBlankAddress, stripUnit } from '#domain/address.ts';
import { ApiError, call } from '#web/client/api.ts';
import { errorMessage } from '#web/client/error-messages.ts';
import {
  addressOf,
  isPersonField,
  validatePerson,
  missingLines,
  type PersonErrors,
  type PersonInput,
  personInput,
  type PersonValues,
} from '#web/profile/profile-values.ts';
import { now } from '#web/ui/use-now.ts';

type Problem = { text: string; lines: string[] };

/**
 * The steps of both forms about a client (product.md §4.11): validate what is typed, let the server check the address,
 * offer its suggestion, and save with the accepted suggestion only. A blank address is saved as none.
 */
export function useSavePerson({
  save,
  failed,
}: {
  save: (person: PersonInput) => Promise<void>;
  /** Shown when saving fails without a message (product.md §8.5). */
  failed: string;
}) {
  const [phase, setPhase] = useState<'idle' | 'checking' | 'saving'>('idle');
  const [errors, setErrors] = useState<PersonErrors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [suggestion, setSuggestion] = useState<Address | null>(null);

  const refuseAddress = (missing: Readonly<Record<string, string>>, text: string) => {
    setErrors(fieldErrors(missing));
    setProblem({ text, lines: missingLines(missing) });
  };

  const store = async (values: PersonValues, address: Address | null) => {
    setPhase('saving');
    try {
      await save(personInput(values, address));
    } catch (error) {
      const details = error instanceof ApiError ? textsOf(error.details) : {};
      if (error instanceof ApiError && error.code === 'ADDRESS_INCOMPLETE')
        refuseAddress(details, error.message);
      else {
        setErrors(fieldErrors(details));
        setProblem({ text: errorMessage(error, failed), lines: [] });
      }
    }
    setPhase('idle');
  };

  const submit = async (values: PersonValues) => {
    setProblem(null);
    const found = validatePerson(values, now());
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const address = addressOf(values);
    if (isBlankAddress(address)) return store(values, null);
    setPhase('checking');
    try {
      const { street_number, route, subpremise: unit, ...place } = address;
      const answer = await call(validateAddress, {
        body: { street: `${street_number} ${route}`.trim(), unit, ...place },
      });
      if (answer.status === 'FIX' || !answer.validated_address)
        refuseAddress(answer.missing_components, 'Address validation failed');
      else setSuggestion(answer.validated_address);
    } catch (error) {
      setProblem({ text: errorMessage(error, 'Address validation failed'), lines: [] });
    }
    setPhase('idle');
  };

  return {
    phase,
    errors,
    problem,
    suggestion,
    submit,
    /** Back to the form, with everything as it was typed. */
    editAddress: () => setSuggestion(null),
    /** Saves with the suggestion; returns it as it now stands in the form. */
    acceptSuggestion: (values: PersonValues): Address | null => {
      if (!suggestion) return null;
      const address = { ...suggestion, subpremise: stripUnit(suggestion.subpremise) };
      setSuggestion(null);
      void store({ ...values, ...address }, address);
      return address;
    },
    /** A field that is being mended is not wrong any more. */
    forgive: (field: keyof PersonValues) => setErrors((before) => ({ ...before, [field]: undefined })),
  };
}

/** The server names fields as the form does; those of the address may stand under 'address.'. */
function fieldErrors(details: Readonly<Record<string, string>>): PersonErrors {
  return Object.fromEntries(
    Object.entries(details)
      .map(
        ([name, text]) =>
          [name.replace(/^address\./, ''), text.charAt(0).toUpperCase() + text.slice(1)] as const,
      )
      .filter(([name]) => isPersonField(name)),
  );
}

function textsOf(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {};
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
