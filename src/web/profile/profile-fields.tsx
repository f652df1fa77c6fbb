import { formatPhone, toE164 } from '#domain/phone.ts';
import {
  FIELD_LABELS,
  type PersonErrors,
  type PersonField,
  type PersonValues,
} from '#web/profile/profile-values.ts';
import { TextField, type TextFieldProps } from '#web/ui/field.tsx';

const PRONOUNS = ['she/her', 'he/him', 'they/them', 'she/they', 'he/they'];

type Fields = {
  values: PersonValues;
  errors: PersonErrors;
  onChange: (field: PersonField, value: string) => void;
};

type PersonTextFieldProps = Fields & { field: PersonField } & Omit<
    TextFieldProps,
    'label' | 'value' | 'onChange' | 'error' | 'name'
  >;

/** One field of the form; what must be filled in carries a star. */
function PersonTextField({ field, values, errors, onChange, required, ...rest }: PersonTextFieldProps) {
  const label = FIELD_LABELS[field];
  return (
    <TextField
      {...rest}
      name={field}
      required={required}
      label={
        required ? (
          <>
            {label}{' '}
            <span className="text-clay-ink" aria-hidden="true">
              *
            </span>
          </>
        ) : (
          label
        )
      }
      value={values[field]}
      error={errors[field]}
      onChange={(value) => onChange(field, value)}
    />
  );
}

/** Names, pronouns, birthday and phone. */
export function PersonFields(fields: Fields) {
  return (
    <div className="grid gap-4 xs:grid-cols-2">
      <PersonTextField {...fields} field="first_name" autoComplete="given-name" maxLength={100} />
      <PersonTextField {...fields} field="last_name" autoComplete="family-name" maxLength={100} />
      <PersonTextField
        {...fields}
        field="pronouns"
        required
        maxLength={40}
        list="pronouns"
        inputClassName="[&::-webkit-calendar-picker-indicator]:hidden!"
        autoComplete="off"
      />
      <datalist id="pronouns">
        {PRONOUNS.map((pronouns) => (
          <option key={pronouns} value={pronouns} />
        ))}
      </datalist>
      <PersonTextField
        {...fields}
        field="birthdate"
        type="date"
        required
        autoComplete="bday"
        min="1900-01-01"
      />
      <PersonTextField
        {...fields}
        field="phone"
        type="tel"
        required
        autoComplete="tel"
        maxLength={40}
        className="xs:col-span-2"
        onBlur={() => {
          const { phone } = fields.values;
          const tidy = formatPhone(toE164(phone)) || phone;
          // Who has only passed through has changed nothing.
          if (tidy !== phone) fields.onChange('phone', tidy);
        }}
      />
    </div>
  );
}

/** The parts of the address; the browser requires none of them (product.md §5.7.1). */
export function AddressFields(fields: Fields) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 xs:grid-cols-[1fr_2fr]">
        <PersonTextField {...fields} field="street_number" maxLength={20} />
        <PersonTextField {...fields} field="route" maxLength={120} />
      </div>
      <PersonTextField {...fields} field="subpremise" optional autoComplete="address-line2" maxLength={40} />
      <div className="grid gap-4 xs:grid-cols-[2fr_1fr_1.2fr]">
        <PersonTextField {...fields} field="city" autoComplete="address-level2" maxLength={80} />
        <PersonTextField {...fields} field="state" autoComplete="address-level1" maxLength={40} />
        <PersonTextField
          {...fields}
          field="zip_code"
          autoComplete="postal-code"
          maxLength={12}
          inputMode="numeric"
        />
      </div>
    </div>
  );
}
