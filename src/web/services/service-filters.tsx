import { ChevronDown } from 'lucide';
import type { LocationType } from '#domain/slots/services.ts';
import { useId } from 'react';
import { practice } from '#content/public/practice.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { DISCIPLINES } from '#web/layout/nav-links.ts';
import type { Filters } from '#web/services/filters.ts';
import { PillGroup } from '#web/ui/choices.tsx';
import { Icon } from '#web/ui/icon.tsx';

const PLACE_NAMES: Record<LocationType, string> = {
  FIXED_LOCATION: practice.studio.short_name,
  HOUSE_CALL: 'House Call',
  VIRTUAL: 'Online',
};

type ServiceFiltersProps = {
  filters: Filters;
  places: readonly LocationType[];
  onChange: (filters: Filters) => void;
};

/** Pills for the type, a select for the place. */
export function ServiceFilters({ filters, places, onChange }: ServiceFiltersProps) {
  const placeId = useId();
  return (
    <div className="mb-8 flex flex-col gap-x-8 gap-y-4 border-y border-line py-4 md:flex-row md:items-center md:justify-between">
      <PillGroup
        label="Service type"
        value={filters.type}
        onChange={(type) => onChange({ ...filters, type })}
        options={[
          { value: 'ALL', label: 'All Services' },
          ...DISCIPLINES.map(({ type, label }) => ({
            value: type,
            label,
            className: tintClassOf(type),
            icon: <TypeIcon type={type} className="size-6" />,
          })),
        ]}
      />
      <div className="flex items-center gap-3">
        <label htmlFor={placeId} className="text-sm text-muted">
          Location
        </label>
        <div className="select-box relative">
          <select
            id={placeId}
            className="input min-h-target py-0 text-sm font-semibold"
            value={filters.place}
            onChange={(event) => onChange({ ...filters, place: event.currentTarget.value as LocationType })}
          >
            {places.map((place) => (
              <option key={place} value={place}>
                {PLACE_NAMES[place]}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </div>
      </div>
    </div>
  );
}
