import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { LOCATION_TYPES } from '#domain/slots/services.ts';
import type { CalendarState } from '#staff/calendar/calendar-view.ts';
import { CloseButton } from '#staff/parts/sheet.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/field.tsx';

const PLACES = { FIXED_LOCATION: 'Studio', HOUSE_CALL: 'House calls', VIRTUAL: 'Online' } as const;

type Props = {
  state: CalendarState;
  answer: CalendarAnswer | undefined;
  onChange: (change: Partial<CalendarState>) => void;
  onClose: () => void;
};

/** The filter. It acts at once; the address keeps it. */
export function CalendarFilter({ state, answer, onChange, onClose }: Props) {
  const services = new Map(
    [...(answer?.sessions ?? []), ...(answer?.classes ?? [])].map((row) => [
      row.service_id,
      row.service_name,
    ]),
  );
  if (state.service && !services.has(state.service)) services.set(state.service, 'The chosen service');
  const options = [...services]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filter"
      width="narrow"
      footer={
        <>
          <Button
            look="secondary"
            onClick={() =>
              onChange({ service: null, place: null, with_cancelled: false, without_weekend: false })
            }
          >
            Clear
          </Button>
          <CloseButton />
        </>
      }
    >
      <div className="grid gap-3">
        <SelectField
          label="Service"
          value={state.service ?? ''}
          onChange={(service) => onChange({ service: service || null })}
          placeholder="All services"
          options={options}
        />
        <SelectField
          label="Place"
          value={state.place ?? ''}
          onChange={(value) => onChange({ place: LOCATION_TYPES.find((each) => each === value) ?? null })}
          placeholder="All places"
          options={LOCATION_TYPES.map((value) => ({ value, label: PLACES[value] }))}
        />
        <Check
          label="Show cancelled"
          checked={state.with_cancelled}
          onChange={(with_cancelled) => onChange({ with_cancelled })}
        />
        <Check
          label="Week without Saturday and Sunday"
          checked={state.without_weekend}
          onChange={(without_weekend) => onChange({ without_weekend })}
        />
      </div>
    </Dialog>
  );
}

function Check({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
