import { useEffect, useRef } from 'react';
import { TextField } from '#web/ui/field.tsx';

const MAX_LENGTH = 12;

/** The six digits of an authenticator app. `takesFocus`: its step has just started. */
export function CodeField({
  label,
  value,
  onChange,
  error,
  takesFocus = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  takesFocus?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <TextField
      ref={input}
      label={label}
      name="code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      inputClassName="code-input min-h-14 text-xl font-medium num"
      error={error ?? null}
      value={value}
      onChange={(typed) => onChange(codeIn(typed))}
    />
  );
}

/** A pasted code can have spaces or text around it; some keyboards write full-width digits. */
function codeIn(typed: string): string {
  const text = typed.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return /\d{6}/.exec(text)?.[0] ?? text.slice(0, MAX_LENGTH);
}
