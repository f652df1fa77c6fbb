import type { RequiredForm } from '#contract/forms.schemas.ts';
import { formatLongMonthDate } from '#domain/date-formats.ts';
import { practice } from '#content/public/practice.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The forms that are still to be filled in before the first of these visits. */
export function FormsDue({ forms }: { forms: readonly RequiredForm[] }) {
  const names = [...new Set(forms.map(({ form }) => form.name))];
  const starts = forms.flatMap(({ booking_start }) => (booking_start === null ? [] : [booking_start]));
  const first = starts.toSorted()[0];
  const one = names.length === 1;
  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">{one ? 'One form to go' : `${names.length} forms to go`}</h2>
      <p className="mt-1.5 text-sm text-muted">
        {names.join(', ')}.{' '}
        {first !== undefined &&
          `Please finish ${one ? 'it' : 'them'} before ${formatLongMonthDate(first, practice.zone)}.`}
      </p>
      <LinkButton to="/profile/forms" wide className="mt-4">
        {one ? 'Fill in the form' : 'Fill in the forms'}
      </LinkButton>
    </Card>
  );
}
