import { formatPhone, PHONE_HINT, toE164 } from '#domain/phone.ts';
import {
  FIELD_LABELS,
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
    'label' | 'value' | 'onChange' | 'error' | 'name'
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
      onChange={(value) => onChange(field, value)}
    />
  );
}

/** Names, pronouns, birthday and phone. */
export function PersonalFields(fields: Fields) {
  return (
    <div className="grid gap-4 xs:grid-cols-2">
      <ProfileTextField {...fields} field="first_name" autoComplete="given-name" maxLength={100} />
      <ProfileTextField {...fields} field="last_name" autoComplete="family-name" maxLength={100} />
      <ProfileTextField
        {...fields}
        field="pronouns"
        required
        maxLength={40}
        list="pronouns"
        inputClassName="without-list-arrow"
        autoComplete="off"
      />
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
        maxLength={40}
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
        <ProfileTextField {...fields} field="street_number" maxLength={20} />
        <ProfileTextField {...fields} field="route" maxLength={120} />
      </div>
      <ProfileTextField {...fields} field="subpremise" optional autoComplete="address-line2" maxLength={40} />
      <div className="grid gap-4 xs:grid-cols-[2fr_1fr_1.2fr]">
        <ProfileTextField {...fields} field="city" autoComplete="address-level2" maxLength={80} />
        <ProfileTextField {...fields} field="state" autoComplete="address-level1" maxLength={40} />
        <ProfileTextField
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
