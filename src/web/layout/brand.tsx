import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { Mark } from '#web/art/mark.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** The logo and the name, linked to the landing page. */
export function Brand({ className }: { className?: string }) {
  const [first, last] = practice.name_parts;
  return (
    <Link
      to="/"
      viewTransition
      className={classNames('brand inline-flex items-center min-w-0 min-h-target', className)}
      aria-label={practice.name}
    >
      <Mark />
      <span aria-hidden="true">
        {first} <i className="amp">&amp;</i> {last}
      </span>
    </Link>
  );
}
