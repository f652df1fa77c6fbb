import { useEffect, useRef } from 'react';
import { TextField } from '#web/ui/field.tsx';

/** Six digits from a mail; phones offer them above the keyboard. Takes the focus: its step has just begun. */
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
      maxLength={12}
      inputClassName="auth-code"
      value={value}
      // Copied from a mail it may carry blanks and signs that nobody sees; some keyboards write wide digits.
      onChange={(typed) => onChange(typed.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''))}
    />
  );
}
