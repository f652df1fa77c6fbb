import { useEffect, useRef } from 'react';
import { TextField } from '#web/ui/field.tsx';

/** What is no code may still be typed, up to here. */
const MOST = 12;

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
      inputClassName="auth-code"
      value={value}
      onChange={(typed) => onChange(codeIn(typed))}
    />
  );
}

/** Copied from a mail it may carry blanks, signs that nobody sees, or words around it; some keyboards write wide digits. */
function codeIn(typed: string): string {
  const text = typed.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return /\d{6}/.exec(text)?.[0] ?? text.slice(0, MOST);
}
