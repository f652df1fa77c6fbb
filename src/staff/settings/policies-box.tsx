import { useState } from 'react';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { type Policies, POLICY_LIMITS, policySentence } from '#domain/money/policies.ts';
import { SettingForm } from '#staff/settings/setting-form.tsx';
import { useSaveSetting } from '#staff/settings/settings-queries.ts';
import { TextField } from '#web/ui/field.tsx';

const FIELDS: readonly { name: keyof Policies; label: string; hint: string }[] = [
  { name: 'full_refund_hours', label: 'Full refund until', hint: 'hours before the start' },
  { name: 'late_percent', label: 'Refund after that', hint: 'percent' },
  { name: 'reschedule_hours', label: 'Reschedule until', hint: 'hours before the start' },
  { name: 'max_reschedules', label: 'How often', hint: 'times' },
  { name: 'grace_minutes', label: 'Second thoughts', hint: 'minutes after paying, everything goes back' },
  { name: 'supported_visits', label: 'Supported visits', hint: 'free visits that you may give in a month' },
];

type Typed = Record<keyof Policies, string>;

const typedOf = (policies: Policies): Typed =>
  Object.fromEntries(FIELDS.map(({ name }) => [name, String(policies[name])])) as Typed;

/** When money goes back and how often clients reschedule, with the sentence that they read. */
export function PoliciesBox({ policies }: { policies: StaffSettings['policies'] }) {
  // Only what was typed here: other fields follow what is saved.
  const [edits, setEdits] = useState<Partial<Typed>>({});
  const { action, save } = useSaveSetting();
  const typed = { ...typedOf(policies.value), ...edits };
  const read = readTyped(typed);
  const wrong = read.ok ? [] : read.wrong;
  const isSame = FIELDS.every(({ name }) => typed[name] === String(policies.value[name]));
  return (
    <SettingForm
      title="Policies"
      action={action}
      invalid={Object.fromEntries(wrong.map((name) => [name, `Please enter 0 to ${POLICY_LIMITS[name]}.`]))}
      isSame={isSame}
      confirm="Save policies"
      onSave={() => {
        if (read.ok)
          save({ name: 'policies', base_updated_at: policies.updated_at, value: read.policies }, () =>
            setEdits({}),
          );
      }}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4 items-start">
        {FIELDS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            name={name}
            className="number-field"
            label={label}
            hint={hint}
            inputMode="numeric"
            autoComplete="off"
            limit={4}
            value={typed[name]}
            onChange={(value) => setEdits({ ...edits, [name]: value })}
          />
        ))}
      </div>
      <p className="max-w-none px-4 py-3 rounded-inner bg-sunken" aria-live="polite">
        <small className="block text-muted text-xs">What clients read</small>
        {isSame || !read.ok ? policies.sentence : policySentence(read.policies)}
      </p>
      <p className="max-w-none text-muted text-small">
        Holds for what is sold from now on. Earlier sales keep their own.
      </p>
    </SettingForm>
  );
}

type Read = { ok: true; policies: Policies } | { ok: false; wrong: (keyof Policies)[] };

function readTyped(typed: Typed): Read {
  const wrong = FIELDS.map(({ name }) => name).filter((name) => {
    const text = typed[name].trim();
    return !/^\d{1,4}$/.test(text) || Number(text) > POLICY_LIMITS[name];
  });
  if (wrong.length > 0) return { ok: false, wrong };
  const policies = Object.fromEntries(FIELDS.map(({ name }) => [name, Number(typed[name])]));
  return { ok: true, policies: policies as Policies };
}
