import { useState } from 'react';
import { Check } from 'lucide';
import { passwordChecklist, PASSWORDS_DIFFER } from '#domain/people/password.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Icon } from '#web/ui/icon.tsx';

type Field = { name: string; value: string; onChange: (value: string) => void };

/** A password and its confirmation. The checklist appears on focus and stays, so that nothing moves under a click. */
export function NewPasswordFields({
  label,
  password,
  confirm,
  error,
}: {
  label: string;
  password: Field;
  confirm: Field;
  /** The first rule that is not met, shown with its field. */
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

/** The rules that the typed password meets already (product.md §2.8.1). */
function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="auth-checks grid gap-1.5 px-4 py-3.5" aria-label="Your password needs">
      {passwordChecklist(password).map(({ id, label, met }) => (
        <li className="flex items-center gap-2.5" key={id} data-met={met || undefined}>
          <span className="mark grid flex-none place-items-center size-4.5" aria-hidden="true">
            {met && <Icon of={Check} />}
          </span>
          {label}
          <span className="sr-only">{met ? ', met' : ', not yet met'}</span>
        </li>
      ))}
    </ul>
  );
}
