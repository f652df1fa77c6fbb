import { useState } from 'react';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { IDENTITY_LIMIT } from '#domain/visits/statement.ts';
import { SettingForm } from '#staff/settings/setting-form.tsx';
import { useSaveSetting } from '#staff/settings/settings-queries.ts';
import { TextField } from '#web/ui/field.tsx';

const FIELDS = [
  { name: 'license', label: 'License number' },
  { name: 'tax_number', label: 'Tax number' },
] as const;

/** What an insurance or a tax office wants to know of the practice. */
export function StatementsBox({ statements }: { statements: StaffSettings['statements'] }) {
  // Only what was typed here: the other field follows what is saved.
  const [edits, setEdits] = useState<Partial<StaffSettings['statements']['value']>>({});
  const { action, save } = useSaveSetting();
  const value = { ...statements.value, ...edits };
  return (
    <SettingForm
      title="Statements"
      about="Printed on the statements that clients give to an insurance, or keep for their taxes."
      action={action}
      isSame={FIELDS.every(({ name }) => value[name] === statements.value[name])}
      confirm="Save numbers"
      onSave={() =>
        save({ name: 'statements', base_updated_at: statements.updated_at, value }, () => setEdits({}))
      }
    >
      {FIELDS.map(({ name, label }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          autoComplete="off"
          limit={IDENTITY_LIMIT}
          value={value[name]}
          onChange={(typed) => setEdits({ ...edits, [name]: typed })}
        />
      ))}
    </SettingForm>
  );
}
