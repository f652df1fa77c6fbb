import { classNames } from '#web/ui/class-names.ts';

const PETAL = 'M24 17C20.5 13 20.5 8 24 3C27.5 8 27.5 13 24 17Z';
const PETALS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.88, 1];

type SpinnerProps = {
  label?: string;
  /** Shows the label, which is otherwise only for screen readers. */
  showLabel?: boolean;
  /** As high as the screen that is loading. */
  tall?: boolean;
  className?: string;
};

/** Eight turning petals. Appears after 150 ms, so that it does not flash. */
export function Spinner({ label = 'Loading...', showLabel = false, tall = false, className }: SpinnerProps) {
  return (
    <div
      role="status"
      className={classNames(
        'appears-late flex items-center justify-center gap-3 text-muted',
        tall && 'min-h-[50vh]',
        className,
      )}
    >
      <svg className="spinner" viewBox="0 0 48 48" aria-hidden="true">
        {PETALS.map((opacity, at) => (
          <path
            key={opacity}
            d={PETAL}
            transform={`rotate(${at * 45} 24 24)`}
            fill="currentColor"
            opacity={opacity}
          />
        ))}
      </svg>
      <span className={showLabel ? undefined : 'sr-only'}>{label}</span>
    </div>
  );
}
