import { useState } from 'react';
import { Eye, EyeOff } from 'lucide';
import { classNames } from '#web/ui/class-names.ts';
import { FieldFrame, splitFrameProps, type TextFieldProps } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'limit'>;

/** A password field with a button that shows the password. */
export function PasswordField({ inputClassName, value, onChange, ...props }: PasswordFieldProps) {
  const { frame, rest } = splitFrameProps(props);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value, event)}
            className={classNames('input pr-13', inputClassName)}
          />
          <button
            type="button"
            className="btn-icon absolute top-0.5 right-0.5 text-muted"
            aria-label={shown ? 'Hide characters' : 'Show characters'}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <Icon of={EyeOff} /> : <Icon of={Eye} />}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
