import type { CatalogueForm } from '#contract/catalogue.schemas.ts';
import { SERVICE_LIMITS } from '#domain/service-fields.ts';
import { isClassFormat } from '#domain/slots.ts';
import { Switch } from '#staff/parts/switch.tsx';
import type { DraftErrors, ServiceDraft } from '#staff/services/service-draft.ts';
import { FORMAT_OPTIONS, PLACE_OPTIONS, TYPE_OPTIONS } from '#staff/services/service-texts.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { CheckboxGroup, PillGroup } from '#web/ui/choices.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';

type FieldsetProps = {
  draft: ServiceDraft;
  errors: DraftErrors;
  forms: readonly CatalogueForm[];
  format_is_fixed: boolean;
  onChange: (to: Partial<ServiceDraft>) => void;
};

/** Every field of a service, in its order of weight. */
export function ServiceFieldset({ draft, errors, forms, format_is_fixed, onChange }: FieldsetProps) {
  const isClass = isClassFormat(draft.format);
  const own = forms.filter(({ is_global }) => !is_global);
  const everybodys = forms.filter(({ is_global }) => is_global);
  return (
    <>
      <section>
        <h2>What it is</h2>
        <TextField
          label="Name"
          maxLength={SERVICE_LIMITS.name}
          value={draft.name}
          error={errors.name}
          onChange={(name) => onChange({ name })}
        />
        <TextAreaField
          label="Description"
          rows={3}
          maxLength={SERVICE_LIMITS.description}
          hint={`${draft.description.length} of ${SERVICE_LIMITS.description} characters`}
          value={draft.description}
          error={errors.description}
          onChange={(description) => onChange({ description })}
        />
        <div className="service-pair">
          <CheckboxGroup
            legend="Discipline"
            options={TYPE_OPTIONS}
            value={draft.type}
            error={errors.type}
            onChange={(type) =>
              onChange({ type: TYPE_OPTIONS.map(({ value }) => value).filter((each) => type.includes(each)) })
            }
          />
          <CheckboxGroup
            legend="Place"
            options={PLACE_OPTIONS}
            value={draft.places}
            error={errors.service_location_type}
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
          <p className="service-fixed">
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
        <div className="service-row">
          <NumberField
            label="Minutes"
            value={draft.duration}
            error={errors.duration}
            onChange={(duration) => onChange({ duration })}
          />
          <NumberField
            label="Free minutes after it"
            value={draft.buffer_time}
            error={errors.buffer_time}
            onChange={(buffer_time) => onChange({ buffer_time })}
          />
          {isClass && (
            <NumberField
              label="Seats"
              value={draft.seats}
              error={errors.max_capacity}
              onChange={(seats) => onChange({ seats })}
            />
          )}
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
        <div className="service-row">
          <AmountField
            label={draft.has_scale ? 'Usual price' : isClass ? 'Price per person' : 'Price'}
            value={draft.base_price}
            error={errors.base_price_cents ?? null}
            onChange={(base_price) => onChange({ base_price })}
          />
          {draft.has_scale && (
            <>
              <AmountField
                label="From"
                value={draft.min_price}
                error={errors.min_price_cents ?? null}
                onChange={(min_price) => onChange({ min_price })}
              />
              <AmountField
                label="To"
                value={draft.max_price}
                error={errors.max_price_cents ?? null}
                onChange={(max_price) => onChange({ max_price })}
              />
              <AmountField
                label="Suggested (optional)"
                value={draft.suggested_price}
                error={errors.suggested_price_cents ?? null}
                onChange={(suggested_price) => onChange({ suggested_price })}
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
        <Switch
          label="Waitlist"
          hint="This has no effect yet. Once the waitlist is there, freed times of this service are offered to people who wait."
          checked={draft.has_waitlist}
          onChange={(has_waitlist) => onChange({ has_waitlist })}
        />
      </section>
      <section>
        <h2>Forms</h2>
        {own.length > 0 && (
          <CheckboxGroup
            legend="It asks for"
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.form_ids}
            error={errors.form_ids}
            onChange={(form_ids) => onChange({ form_ids })}
          />
        )}
        <p className="service-fixed">
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
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextField {...props} inputMode="numeric" autoComplete="off" maxLength={4} className="service-number" />
  );
}
