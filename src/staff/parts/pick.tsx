import { Fragment, type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import './sheet.css';

type Choice<V extends string> = {
  value: V;
  label: ReactNode;
  reason?: ReactNode;
  /** It cannot be chosen; the reason says why. */
  disabled?: boolean;
  /** What it asks next, below it once it is chosen. */
  more?: ReactNode;
};

/** Radio buttons whose choices have a reason below them. */
export function Pick<V extends string>({
  legend,
  choices,
  value,
  onChange,
  columns = false,
}: {
  legend: string;
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** Next to each other: only where there is room, or always in pairs. */
  columns?: boolean | 'always';
}) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">{legend}</legend>
      <div
        className={classNames(
          'grid gap-2 mt-1.5',
          columns === 'always' && 'grid-cols-2',
          columns === true && (choices.length === 3 ? 'xs:grid-cols-3' : 'xs:grid-cols-2'),
        )}
      >
        {choices.map((choice) => (
          <Fragment key={choice.value}>
            <label className="pick-choice flex gap-3 items-start px-3.5 py-3 border border-control rounded-inner text-grid">
              <input
                type="radio"
                name={id}
                value={choice.value}
                checked={value === choice.value}
                disabled={choice.disabled}
                onChange={() => onChange(choice.value)}
                aria-labelledby={`${id}-${choice.value}`}
                aria-describedby={choice.reason === undefined ? undefined : `${id}-${choice.value}-why`}
              />
              <span>
                <b id={`${id}-${choice.value}`}>{choice.label}</b>
                {choice.reason !== undefined && <span id={`${id}-${choice.value}-why`}>{choice.reason}</span>}
              </span>
            </label>
            {choice.more !== undefined && value === choice.value && (
              <div className="pt-1 pb-2 pl-9.5">{choice.more}</div>
            )}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}
