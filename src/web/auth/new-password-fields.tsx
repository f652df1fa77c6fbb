import { useState } from 'react';
import { PASSWORDS_DIFFER } from '#domain/password.ts';
import { PasswordChecklist } from '#web/auth/password-checklist.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

type Field = { name: string; value: string; onChange: (value: string) => void };

/** A password and its confirmation. The checklist comes on focus and stays, so that nothing jumps under a click. */
export function NewPasswordFields({
  label,
  password,
  confirm,
  error,
}: {
  label: string;
  password: Field;
  confirm: Field;
  /** The first failing rule, told beside the field that it is about. */
  error: string | null;
}) {
  const [listed, setListed] = useState(false);
  const differ = error === PASSWORDS_DIFFER;
  return (
    <>
      <div className="grid gap-1.5">
        <PasswordField
          label={label}
          required
          autoComplete="new-password"
          onFocus={() => setListed(true)}
          error={differ ? null : error}
          {...password}
        />
        {listed && <PasswordChecklist password={password.value} />}
      </div>
      <PasswordField
        label="Confirm password"
        required
        autoComplete="new-password"
        error={differ ? error : null}
        {...confirm}
      />
    </>
  );
}
