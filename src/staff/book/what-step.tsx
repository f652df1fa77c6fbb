import type { UseQueryResult } from '@tanstack/react-query';
import { type OfferedService, PLACE_LABELS } from '#staff/api/services-query.ts';
import { priceLabel } from '#domain/money/money.ts';
import type { LocationType } from '#domain/slots/services.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import { SelectField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';

type WhatProps = {
  query: UseQueryResult<OfferedService[]>;
  service: OfferedService | undefined;
  place: LocationType | null;
  onChange: (change: Partial<BookingDraft>) => void;
};

/** Which service, and where. */
export function WhatStep({ query, service, place, onChange }: WhatProps) {
  if (!query.data)
    return (
      <QueryState of={query}>
        <SkeletonGroup label="Loading the services" rows={['h-12']} />
      </QueryState>
    );
  return (
    <div className="two-fields xs:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SelectField
        label="Service"
        placeholder="Choose a service"
        value={service?.id ?? ''}
        onChange={(service_id) =>
          onChange({ service_id, place: '', amount: '', repeat: null, left_out: [], moved: {} })
        }
        options={query.data.map((each) => ({
          value: each.id,
          label: `${each.name}, ${each.duration} min, ${priceLabel(each)}`,
        }))}
      />
      {service && (
        <SelectField
          label="Place"
          value={place ?? ''}
          onChange={(value) => onChange({ place: value as LocationType })}
          options={service.service_location_type.map((each) => ({
            value: each,
            label: PLACE_LABELS[each],
          }))}
        />
      )}
    </div>
  );
}
