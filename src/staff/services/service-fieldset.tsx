import type { CatalogueForm } from '#contract/catalogue.schemas.ts';
import { SERVICE_LIMITS } from '#domain/money/service-fields.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { Switch } from '#staff/parts/switch.tsx';
import type { ServiceDraft } from '#staff/services/service-draft.ts';
import {
  AUDIENCE_OPTIONS,
  FORMAT_OPTIONS,
  PLACE_OPTIONS,
  TYPE_OPTIONS,
} from '#staff/services/service-texts.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { CheckboxGroup, PillGroup, RadioGroup } from '#web/ui/choices.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';

type FieldsetProps = {
  draft: ServiceDraft;
  forms: readonly CatalogueForm[];
  format_is_fixed: boolean;
  onChange: (to: Partial<ServiceDraft>) => void;
};

/** Every field of a service, in its order of weight. */
export function ServiceFieldset({ draft, forms, format_is_fixed, onChange }: FieldsetProps) {
  const of = bindFields(draft, onChange);
  const isClass = isClassFormat(draft.format);
  const own = forms.filter(({ is_global }) => !is_global);
  const everybodys = forms.filter(({ is_global }) => is_global);
  return (
    <>
      <section>
        <h2>What it is</h2>
        <TextField label="Name" limit={SERVICE_LIMITS.name} {...of('name')} />
        <TextAreaField
          label="Description"
          rows={3}
          limit={SERVICE_LIMITS.description}
          {...of('description')}
        />
        <div className="grid gap-3.5 items-start @lg/service:grid-cols-2">
          <CheckboxGroup
            legend="Discipline"
            options={TYPE_OPTIONS}
            name="type"
            value={draft.type}
            onChange={(type) =>
              onChange({ type: TYPE_OPTIONS.map(({ value }) => value).filter((each) => type.includes(each)) })
            }
          />
          <CheckboxGroup
            legend="Place"
            options={PLACE_OPTIONS}
            name="service_location_type"
            value={draft.places}
            onChange={(places) =>
              onChange({
                places: PLACE_OPTIONS.map(({ value }) => value).filter((each) => places.includes(each)),
              })
            }
          />
        </div>
      </section>
      <section>
        <h2>Format and length</h2>
        {format_is_fixed ? (
          <p className="text-muted text-grid">
            {FORMAT_OPTIONS.find(({ value }) => value === draft.format)?.label}. It has been booked, so this
            stays.
          </p>
        ) : (
          <PillGroup
            label="Format"
            options={FORMAT_OPTIONS}
            value={draft.format}
            onChange={(format) => onChange({ format })}
          />
        )}
        <div className="grid gap-3.5 items-start grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
          <NumberField label="Minutes" {...of('duration')} />
          <NumberField label="Free minutes after it" {...of('buffer_time')} />
          {isClass && <NumberField label="Seats" {...of('seats')} name="max_capacity" />}
        </div>
      </section>
      <section>
        <h2>Price</h2>
        <PillGroup
          label="Kind of price"
          options={[
            { value: 'ONE', label: 'One price' },
            { value: 'SCALE', label: 'Sliding scale' },
          ]}
          value={draft.has_scale ? 'SCALE' : 'ONE'}
          onChange={(kind) => onChange({ has_scale: kind === 'SCALE' })}
        />
        <div className="grid gap-3.5 items-start grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
          <AmountField
            label={draft.has_scale ? 'Usual price' : isClass ? 'Price per person' : 'Price'}
            {...of('base_price')}
            name="base_price_cents"
          />
          {draft.has_scale && (
            <>
              <AmountField label="From" {...of('min_price')} name="min_price_cents" />
              <AmountField label="To" {...of('max_price')} name="max_price_cents" />
              <AmountField
                label="Suggested (optional)"
                {...of('suggested_price')}
                name="suggested_price_cents"
              />
            </>
          )}
        </div>
      </section>
      <section>
        <h2>Booking</h2>
        <Switch
          label="Clients can book it online"
          hint="Otherwise only you book it, and it is not on the price list."
          checked={draft.bookable_online}
          onChange={(bookable_online) => onChange({ bookable_online })}
        />
        <RadioGroup
          legend="Who books it by themselves"
          hint="You can book it for anybody."
          options={AUDIENCE_OPTIONS}
          name="audience"
          value={draft.audience}
          onChange={(audience) => onChange({ audience: audience as ServiceDraft['audience'] })}
        />
      </section>
      <section>
        <h2>Forms</h2>
        {own.length > 0 && (
          <CheckboxGroup
            legend="It asks for"
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            {...of('form_ids')}
          />
        )}
        <p className="text-muted text-grid">
          {everybodys.length === 0
            ? 'No form is asked of everybody.'
            : `Everybody fills in once: ${everybodys.map(({ name }) => name).join(', ')}.`}
        </p>
      </section>
    </>
  );
}

function NumberField(props: {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return <TextField {...props} inputMode="numeric" autoComplete="off" limit={4} className="number-field" />;
}
