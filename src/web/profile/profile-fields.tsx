import { formatPhone, PHONE_HINT, toE164 } from '#domain/people/phone.ts';
import {
  FIELD_LABELS,
  FIELD_LIMITS,
  type ProfileErrors,
  type ProfileField,
  type ProfileValues,
} from '#web/profile/profile-values.ts';
import { TextField, type TextFieldProps } from '#web/ui/field.tsx';

const PRONOUNS = ['she/her', 'he/him', 'they/them', 'she/they', 'he/they'];

type Fields = {
  values: ProfileValues;
  errors: ProfileErrors;
  onChange: (field: ProfileField, value: string) => void;
};

type ProfileTextFieldProps = Fields & { field: ProfileField } & Omit<
    TextFieldProps,
    'label' | 'value' | 'onChange' | 'error' | 'name' | 'limit'
  >;

/** One field of the form; required ones have an asterisk. */
function ProfileTextField({ field, values, errors, onChange, required, ...rest }: ProfileTextFieldProps) {
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
      limit={FIELD_LIMITS[field]}
      onChange={(value) => onChange(field, value)}
    />
  );
}

/** Names, pronouns, birthday and phone. */
export function PersonalFields(fields: Fields) {
  return (
    <div className="grid gap-4 xs:grid-cols-2">
      <ProfileTextField {...fields} field="first_name" autoComplete="given-name" />
      <ProfileTextField {...fields} field="last_name" autoComplete="family-name" />
      <ProfileTextField {...fields} field="pronouns" required list="pronouns" autoComplete="off" />
      <datalist id="pronouns">
        {PRONOUNS.map((pronouns) => (
          <option key={pronouns} value={pronouns} />
        ))}
      </datalist>
      <ProfileTextField
        {...fields}
        field="birthdate"
        type="date"
        required
        autoComplete="bday"
        min="1900-01-01"
      />
      <ProfileTextField
        {...fields}
        field="phone"
        type="tel"
        hint={PHONE_HINT}
        required
        autoComplete="tel"
        className="xs:col-span-2"
        onBlur={() => {
          const { phone } = fields.values;
          const tidy = formatPhone(toE164(phone)) || phone;
          // Leaving the field unchanged is not a change.
          if (tidy !== phone) fields.onChange('phone', tidy);
        }}
      />
    </div>
  );
}

/** The address; the browser requires none of its fields (product.md §5.7.1). */
export function AddressFields(fields: Fields) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 xs:grid-cols-[1fr_2fr]">
        <ProfileTextField {...fields} field="street_number" />
        <ProfileTextField {...fields} field="route" />
      </div>
      <ProfileTextField {...fields} field="subpremise" optional autoComplete="address-line2" />
      <div className="grid gap-4 xs:grid-cols-[2fr_1fr_1.2fr]">
        <ProfileTextField {...fields} field="city" autoComplete="address-level2" />
        <ProfileTextField {...fields} field="state" autoComplete="address-level1" />
        <ProfileTextField {...fields} field="zip_code" autoComplete="postal-code" inputMode="numeric" />
      </div>
    </div>
  );
}
