import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { Mark } from '#web/art/mark.tsx';

/** The logo and the name, linked to Today. The rail of icons shows the logo alone. */
export function Brand() {
  const [first, last] = practice.name_parts;
  return (
    <Link to="/" className="staff-brand" aria-label={`${practice.name}, today`}>
      <Mark />
      <span aria-hidden="true">
        {first} <i className="amp text-turmeric-ink">&amp;</i> {last}
      </span>
    </Link>
  );
}
