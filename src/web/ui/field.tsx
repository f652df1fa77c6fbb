import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { AlertIcon, ChevronDownIcon } from '#web/ui/icons.tsx';

/** The attributes that connect a control with its label, hint and error. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldFrameProps = {
  label: ReactNode;
  /** Below the control, before the error. */
  hint?: ReactNode;
  /** Below the control; announced when it appears. */
  error?: string | null;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
};

/** The label above a control, the hint and error below. */
export function FieldFrame({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  children,
}: FieldFrameProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classNames(error && errorId, hint != null && hintId) || undefined;
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint != null && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** Splits the props of a field into those of its frame and those of its control. */
export function splitFrameProps<P extends FieldFrameProps>({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  ...rest
}: P) {
  return { frame: { label, hint, error, optional, hideLabel, className }, rest };
}

/** The live region of an error; stays in the page while empty, so that the error is announced. */
export function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  return (
    <div aria-live="polite" className="field-live">
      {error ? (
        <p id={id} className="field-error">
          <AlertIcon />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

type Controlled<P, E> = Omit<P, 'value' | 'onChange' | 'id' | 'children'> &
  FieldFrameProps & { value: string; onChange: (value: string, event: E) => void };

export type TextFieldProps = Controlled<ComponentProps<'input'>, React.ChangeEvent<HTMLInputElement>> & {
  inputClassName?: string;
};

/** One line of text (or e-mail, phone, date: see `type`). Controlled; `onChange` receives the value. */
export function TextField({ inputClassName, value, onChange, type = 'text', ...props }: TextFieldProps) {
  const { frame, rest } = splitFrameProps(props);
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type={type}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value, event)}
          className={classNames('input', inputClassName)}
        />
      )}
    </FieldFrame>
  );
}

type TextAreaFieldProps = Controlled<ComponentProps<'textarea'>, React.ChangeEvent<HTMLTextAreaElement>>;

/** Several lines of text; grows with its content. */
export function TextAreaField({ value, onChange, ...props }: TextAreaFieldProps) {
  const { frame, rest } = splitFrameProps(props);
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value, event)}
          className="input"
        />
      )}
    </FieldFrame>
  );
}

export type SelectOption = { value: string; label: string };

type SelectFieldProps = Controlled<ComponentProps<'select'>, React.ChangeEvent<HTMLSelectElement>> & {
  options: readonly SelectOption[];
  /** The first, empty choice, such as 'Select an option'. */
  placeholder?: string;
};

export function SelectField({ value, onChange, options, placeholder, ...props }: SelectFieldProps) {
  const { frame, rest } = splitFrameProps(props);
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="select-box">
          <select
            {...rest}
            {...control}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value, event)}
            className="input"
          >
            {placeholder != null && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon />
        </div>
      )}
    </FieldFrame>
  );
}
