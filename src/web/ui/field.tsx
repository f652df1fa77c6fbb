import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useId } from 'react';
import { ChevronDown, CircleAlert } from 'lucide';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { formatCount } from '#domain/text/sentences.ts';

/** The attributes that connect a control with its label, hint and error. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** What a form knows about its fields, by their names; see FormFields. */
type FormFields = {
  errorOf: (name: string) => string | null;
  /** Returns the function that takes it off the list again. */
  register: (name: string, isTooLong: boolean) => () => void;
};

/** Around the fields of a form that marks them itself: a refusal of the server lands on the field with its name. */
export const FormFieldsContext = createContext<FormFields | null>(null);

/** The error of a field: its own, that it is too long, or what the form around it says about its name. */
export function useFieldError(
  name: string | undefined,
  own: string | null | undefined,
  over = 0,
): string | null {
  const form = useContext(FormFieldsContext);
  const register = form?.register;
  const isTooLong = over > 0;
  useEffect(
    () => (name === undefined ? undefined : register?.(name, isTooLong)),
    [name, register, isTooLong],
  );
  if (isTooLong) return `Please shorten this by ${formatCount(over, 'character')}.`;
  return own ?? (name === undefined ? null : (form?.errorOf(name) ?? null));
}

type FieldFrameProps = {
  label: ReactNode;
  /** What the contract calls it. */
  name?: string | undefined;
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
  name,
  hint,
  error: own,
  over = 0,
  optional,
  hideLabel,
  className,
  children,
}: FieldFrameProps & { over?: number; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const error = useFieldError(name, own, over);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classNames(error && errorId, hint != null && hintId) || undefined;
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
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
  name,
  hint,
  error,
  optional,
  hideLabel,
  className,
  ...rest
}: P) {
  const named = name === undefined ? {} : { name };
  return {
    frame: { label, ...named, hint, error, optional, hideLabel, className },
    rest: { ...rest, ...named },
  };
}

/** The live region of an error; stays in the page while empty, so that the error is announced. */
export function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  return (
    <div aria-live="polite" className="field-live">
      {error ? (
        <p id={id} className="field-error flex gap-1.5 items-start">
          <Icon of={CircleAlert} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

type Controlled<P, E> = Omit<P, 'value' | 'onChange' | 'id' | 'children'> &
  FieldFrameProps & { value: string; onChange: (value: string, event: E) => void };

/**
 * The most characters that are taken. Unlike `maxLength`, which cuts a pasted text without a word, it counts near the limit
 * and says how much is too long.
 */
type Limited = { limit?: number };

const COUNTS_FROM = 0.8;

/** The hint of a text near its limit, and by how much it is too long. */
export function measure(text: string, limit: number | undefined, hint?: ReactNode) {
  if (limit === undefined || text.length < limit * COUNTS_FROM) return { hint, over: 0 };
  const count = <span>{`${text.length} of ${limit} characters.`}</span>;
  return {
    hint: (
      <>
        {count} {hint != null && <span>{hint}</span>}
      </>
    ),
    over: Math.max(0, text.length - limit),
  };
}

export type TextFieldProps = Controlled<ComponentProps<'input'>, React.ChangeEvent<HTMLInputElement>> &
  Limited & { inputClassName?: string };

/** One line of text (or e-mail, phone, date: see `type`). Controlled; `onChange` receives the value. */
export function TextField({
  inputClassName,
  value,
  onChange,
  type = 'text',
  limit,
  ...props
}: TextFieldProps) {
  const { frame, rest } = splitFrameProps(props);
  return (
    <FieldFrame {...frame} {...measure(value, limit, frame.hint)}>
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

type TextAreaFieldProps = Controlled<ComponentProps<'textarea'>, React.ChangeEvent<HTMLTextAreaElement>> &
  Limited;

/** Several lines of text; grows with its content. */
export function TextAreaField({ value, onChange, limit, ...props }: TextAreaFieldProps) {
  const { frame, rest } = splitFrameProps(props);
  return (
    <FieldFrame {...frame} {...measure(value, limit, frame.hint)}>
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
        <div className="select-box relative">
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
          <Icon of={ChevronDown} />
        </div>
      )}
    </FieldFrame>
  );
}
