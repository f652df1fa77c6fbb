import { Check } from 'lucide';
import { MIN_STAFF_PASSWORD, passwordChecklist } from '#domain/people/password.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A new password with the rules that it meets already. */
export function NewPasswordField({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
}) {
  return (
    <div className="grid gap-2">
      <PasswordField
        label={label}
        name="new_password"
        required
        autoComplete="new-password"
        error={error ?? null}
        value={value}
        onChange={onChange}
      />
      <ul
        className="password-rules grid gap-x-4 gap-y-0.5 text-muted text-sm xs:grid-cols-[1fr_1fr]"
        aria-label="Your password needs"
      >
        {passwordChecklist(value, MIN_STAFF_PASSWORD).map(({ id, label: rule, met }) => (
          <li key={id} className="flex gap-2 items-center" data-met={met || undefined}>
            <Icon of={Check} />
            {rule}
            <span className="sr-only">{met ? ', met' : ', not yet met'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
