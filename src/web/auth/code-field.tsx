import { useEffect, useRef } from 'react';
import { TextField } from '#web/ui/field.tsx';

/** For input that is not a code. */
const MAX_LENGTH = 12;

/** The six digits from a mail, which phones suggest above the keyboard. Takes the focus, because its step has just started. */
export function CodeField({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextField
      ref={input}
      label="Verification Code"
      name={name}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      inputClassName="code-input min-h-14 text-xl font-medium num"
      value={value}
      onChange={(typed) => onChange(codeIn(typed))}
    />
  );
}

/** A pasted code can have spaces, zero-width characters or text around it; some keyboards write full-width digits. */
function codeIn(typed: string): string {
  const text = typed.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return /\d{6}/.exec(text)?.[0] ?? text.slice(0, MAX_LENGTH);
}
