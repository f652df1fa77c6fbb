import { useQuery } from '@tanstack/react-query';
import type { Audience } from '#domain/visits/form-drafts.ts';
import { servicesQuery } from '#staff/api/services-query.ts';
import { Pick } from '#staff/parts/pick.tsx';
import { CheckboxGroup } from '#web/ui/choices.tsx';

/** Who is asked for a form: everybody once, or who books one of some services, before each visit. */
export function AudienceFields({
  value,
  error,
  onChange,
}: {
  value: Audience;
  error: string | null;
  onChange: (value: 'EVERYBODY' | string[]) => void;
}) {
  const services = useQuery(servicesQuery).data?.services ?? [];
  const chosen = value === 'EVERYBODY' ? [] : value;
  const options = services
    .filter(({ id, is_active, format }) => chosen.includes(id) || (is_active && format !== 'PRODUCT'))
    .map(({ id, name, is_active }) => ({ value: id, label: is_active ? name : `${name} (retired)` }));
  const group = { legend: 'Services', columns: true, options, value: chosen, error, onChange };
  return (
    <Pick
      legend="Asked of"
      value={value === 'EVERYBODY' ? 'EVERYBODY' : 'SERVICES'}
      onChange={(whom) => onChange(whom === 'EVERYBODY' ? whom : [])}
      choices={[
        { value: 'EVERYBODY', label: 'Everybody', reason: 'Once, for all visits.' },
        {
          value: 'SERVICES',
          label: 'Who books these services',
          reason: 'Before each visit.',
          more: <CheckboxGroup {...group} />,
        },
      ]}
    />
  );
}
