import { passwordChecklist } from '#domain/password.ts';
import { CheckIcon } from '#web/ui/icons.tsx';

/** Which rules the password meets already, while it is typed (product.md §2.8.1). */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="auth-checks" aria-label="Your password needs">
      {passwordChecklist(password).map(({ id, label, met }) => (
        <li key={id} data-met={met || undefined}>
          <span className="mark" aria-hidden="true">
            {met && <CheckIcon />}
          </span>
          {label}
          <span className="sr-only">{met ? ', met' : ', not yet met'}</span>
        </li>
      ))}
    </ul>
  );
}
