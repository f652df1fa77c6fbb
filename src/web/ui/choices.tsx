import './choices.css';

import { type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldError, type SelectOption, useFieldError } from '#web/ui/field.tsx';

type GroupFrame = {
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  options: readonly SelectOption[];
  name?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Two columns if there is space. */
  columns?: boolean;
  className?: string;
};

type RadioGroupProps = GroupFrame & { value: string; onChange: (value: string) => void };

export function RadioGroup({ value, onChange, name, required, ...frame }: RadioGroupProps) {
  const own = useId();
  return (
    <ChoiceGroup {...frame} name={name} role="radiogroup">
      {(option) => (
        <input
          type="radio"
          name={name ?? own}
          value={option.value}
          required={required}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
      )}
    </ChoiceGroup>
  );
}

type CheckboxGroupProps = GroupFrame & {
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** The value has the order of the options. */
export function CheckboxGroup({ value, onChange, name, ...frame }: CheckboxGroupProps) {
  const toggle = (option: string, on: boolean) =>
    onChange(
      frame.options.map((each) => each.value).filter((each) => (each === option ? on : value.includes(each))),
    );
  return (
    <ChoiceGroup {...frame} name={name}>
      {(option) => (
        <input
          type="checkbox"
          name={name}
          value={option.value}
          checked={value.includes(option.value)}
          onChange={(event) => toggle(option.value, event.currentTarget.checked)}
        />
      )}
    </ChoiceGroup>
  );
}

function ChoiceGroup({
  legend,
  name,
  hint,
  error: own,
  options,
  disabled,
  columns,
  className,
  role,
  children,
}: Omit<GroupFrame, 'required'> & {
  role?: 'radiogroup';
  children: (option: SelectOption) => ReactNode;
}) {
  const id = useId();
  const error = useFieldError(name, own);
  const describedBy = classNames(error && `${id}-error`, hint != null && `${id}-hint`) || undefined;
  return (
    <fieldset
      role={role}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
      className={classNames('field', className)}
    >
      <legend className="field-label mb-1 p-0">{legend}</legend>
      {hint != null && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <div className={classNames('grid', columns && 'xs:grid-cols-2 xs:gap-x-4')}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            {children(option)}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

type PillOption<V extends string> = { value: V; label: string; icon?: ReactNode; className?: string };

/** Pills of which one is selected. */
export function PillGroup<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly PillOption<V>[];
  value: V;
  onChange: (value: V) => void;
}) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2 py-1 md:px-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'pill inline-flex items-center gap-2 min-h-target px-4 py-0 whitespace-nowrap',
            option.className,
          )}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}
