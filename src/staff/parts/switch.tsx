import { type ReactNode, useId } from 'react';
import './switch.css';

type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  /** It cannot be changed right now, but keeps the focus. */
  isBlocked?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with its sentence. The whole line is the target. */
export function Switch({ label, hint, checked, isBlocked = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch">
      <div className="flex-1">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-disabled={isBlocked || undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          if (!isBlocked) onChange(event.currentTarget.checked);
        }}
      />
    </div>
  );
}
