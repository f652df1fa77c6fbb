import '#staff/sign-in/gate.css';

import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#staff/client/session.ts';
import { DemoCodeButton } from '#staff/sign-in/demo-code-button.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/client/request.ts';

/** Errors about the code itself, shown at its field. */
const isAboutCode = (error: ApiError | null) =>
  error?.code === 'CodeMismatchException' || error?.code === 'CODE_REQUIRED';

/** The error to show elsewhere. */
export const otherError = (error: ApiError | null): ApiError | null => (isAboutCode(error) ? null : error);

/** Proves a change of security settings. */
export function ProofField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: ApiError | null;
}) {
  const { data: me } = useQuery(meQuery);
  return (
    <div className="grid gap-3">
      <TextField
        label="Code from your authenticator app"
        hint="A recovery code works too."
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        error={isAboutCode(error) ? error!.message : null}
        value={value}
        onChange={onChange}
      />
      {me?.sandbox && <DemoCodeButton onCode={onChange} />}
    </div>
  );
}
