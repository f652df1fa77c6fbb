import { type ReactNode, useId } from 'react';
import { formatCents } from '#domain/money/money.ts';
import { amountText, parseAmount } from '#staff/till/till-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, useFieldError } from '#web/ui/field.tsx';
import './till.css';

type AmountFieldProps = {
  label: ReactNode;
  /** What the contract calls it. */
  name: string;
  /** After the label: '$85 of it is left.' */
  hint?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  /** Amounts that one press fills in: 'All, $85'. */
  presets?: readonly { label: string; cents: number }[];
};

/** An amount of money in dollars, with the usual ones as buttons. */
export function AmountField({ label, name, hint, value, onChange, presets = [] }: AmountFieldProps) {
  const id = useId();
  const error = useFieldError(name, null);
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label} {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      </label>
      <div className="flex flex-wrap gap-2 items-center">
        {presets.map((preset) => (
          <Button
            key={preset.label}
            look="secondary"
            size="sm"
            aria-pressed={parseAmount(value) === preset.cents}
            onClick={() => onChange(amountText(preset.cents))}
          >
            {preset.label}, {formatCents(preset.cents)}
          </Button>
        ))}
        <span className="inline-flex gap-2 items-center num">
          <span aria-hidden="true">$</span>
          <input
            id={id}
            name={name}
            className="input w-28 text-right"
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={
              [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ') ||
              undefined
            }
          />
        </span>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
