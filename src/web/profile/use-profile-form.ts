import { useState } from 'react';
import { validateAddress } from '#contract/client.calls.ts';
import {
  type Address,
  isBlankAddress,
  isSameAddress,
  type LooseAddress,
  stripUnit,
} from '#domain/people/address.ts';
import { ApiError, call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import {
  addressOf,
  isProfileField,
  validateProfile,
  missingLines,
  type ProfileErrors,
  type ProfileInput,
  profileInput,
  type ProfileValues,
} from '#web/profile/profile-values.ts';
import { now } from '#web/ui/use-now.ts';

type Problem = { text: string; lines: string[] };

/**
 * The steps of the profile form (product.md §4.11): validate the values, have the server validate the address, offer its
 * suggestion, and save only with the accepted suggestion. A blank address is saved as null.
 */
export function useProfileForm({
  stored,
  save,
  failed,
}: {
  stored: LooseAddress | null;
  save: (profile: ProfileInput) => Promise<void>;
  /** Shown when saving fails without a message (product.md §8.5). */
  failed: string;
}) {
  const [phase, setPhase] = useState<'idle' | 'checking' | 'saving'>('idle');
  const [errors, setErrors] = useState<ProfileErrors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [suggestion, setSuggestion] = useState<Address | null>(null);
  const [unverified, setUnverified] = useState<Address | null>(null);

  const showAddressErrors = (missing: Readonly<Record<string, string>>, text: string) => {
    setErrors(fieldErrors(missing));
    setProblem({ text, lines: missingLines(missing) });
  };

  const store = async (values: ProfileValues, address: ProfileInput['address']) => {
    setPhase('saving');
    try {
      await save(profileInput(values, address));
    } catch (error) {
      const details = error instanceof ApiError ? textsOf(error.details) : {};
      if (error instanceof ApiError && error.code === 'ADDRESS_INCOMPLETE')
        showAddressErrors(details, error.message);
      else {
        setErrors(fieldErrors(details));
        setProblem({ text: errorMessage(error, failed), lines: [] });
      }
    }
    setPhase('idle');
  };

  const submit = async (values: ProfileValues) => {
    setProblem(null);
    setUnverified(null);
    const invalid = validateProfile(values, now());
    setErrors(invalid);
    if (Object.keys(invalid).length > 0) return;
    const address = addressOf(values);
    if (isBlankAddress(address)) return store(values, null);
    setPhase('checking');
    try {
      const { street_number, route, subpremise: unit, ...place } = address;
      const response = await call(validateAddress, {
        body: { street_number, street: `${street_number} ${route}`.trim(), unit, ...place },
      });
      if (response.status === 'FIX' || !response.validated_address) {
        if (response.unverified_address && stored?.unverified && isSameAddress(address, stored))
          return await store(values, { ...address, unverified: true });
        showAddressErrors(response.missing_components, 'Address validation failed');
        if (response.unverified_address) setUnverified(address);
      } else setSuggestion(response.validated_address);
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
    /** Whether this is the address that was checked, is complete, and is only unknown. */
    canKeep: (address: Address): boolean => unverified !== null && isSameAddress(address, unverified),
    /** Saves an address that the check does not know. */
    keepAddress: (values: ProfileValues) => {
      setProblem(null);
      void store(values, { ...addressOf(values), unverified: true });
    },
    submit,
    /** Returns to the form, which keeps its values. */
    editAddress: () => setSuggestion(null),
    /** Saves with the suggestion; returns it for the form. */
    acceptSuggestion: (values: ProfileValues): Address | null => {
      if (!suggestion) return null;
      const address = { ...suggestion, subpremise: stripUnit(suggestion.subpremise) };
      setSuggestion(null);
      void store({ ...values, ...address }, address);
      return address;
    },
    /** For a field that is being corrected. */
    clearError: (field: keyof ProfileValues) => setErrors((before) => ({ ...before, [field]: undefined })),
  };
}

/** The server uses the field names of the form, sometimes prefixed with 'address.'. */
function fieldErrors(details: Readonly<Record<string, string>>): ProfileErrors {
  return Object.fromEntries(
    Object.entries(details)
      .map(
        ([name, text]) =>
          [name.replace(/^address\./, ''), text.charAt(0).toUpperCase() + text.slice(1)] as const,
      )
      .filter(([name]) => isProfileField(name)),
  );
}

function textsOf(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {};
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
