import { useState } from 'react';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { breakProblem, type DayLimits, MOST } from '#domain/slots/day-limits.ts';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { SettingForm } from '#staff/settings/setting-form.tsx';
import { useSaveSetting } from '#staff/settings/settings-queries.ts';
import { TextField } from '#web/ui/field.tsx';

const NUMBERS: readonly { name: keyof typeof MOST; label: string; hint: string }[] = [
  { name: 'sessions_a_day', label: 'Sessions a day', hint: 'all one-to-one services together' },
  { name: 'hours_a_week', label: 'Hours a week', hint: 'of these sessions, Monday to Sunday' },
  { name: 'break_minutes', label: 'Break', hint: 'minutes in a row on working days' },
];
const TIMES = [
  { name: 'break_from', label: 'Break after' },
  { name: 'break_until', label: 'Break before' },
] as const;

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4 items-start';

type Typed = Record<keyof DayLimits, string>;

const typedOf = (limits: DayLimits) =>
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value ?? '')])) as Typed;

/** What a day and a week hold at most; an empty field is no limit. */
export function LimitsBox({ limits: { value: saved, updated_at } }: { limits: StaffSettings['limits'] }) {
  // Only what was typed here: other fields follow what is saved.
  const [edits, setEdits] = useState<Partial<Typed>>({});
  const { action, save } = useSaveSetting();
  const before = typedOf(saved);
  const typed = { ...before, ...edits };
  const value = readTyped(typed);
  const of = bindFields(typed, (change) => setEdits({ ...edits, ...change }));
  const numberField = ({ name, ...texts }: (typeof NUMBERS)[number]) => (
    <TextField
      key={name}
      {...texts}
      {...of(name)}
      className="number-field"
      inputMode="numeric"
      autoComplete="off"
      limit={8}
    />
  );
  return (
    <SettingForm
      title="Limits"
      about="Clients are not offered more than this; you can book more yourself. What is booked stays. An empty field is no limit."
      confirm="Save limits"
      action={action}
      invalid={problemsOf(value)}
      isSame={[...NUMBERS, ...TIMES].every(({ name }) => typed[name].trim() === before[name])}
      onSave={() => save({ name: 'limits', base_updated_at: updated_at, value }, () => setEdits({}))}
    >
      <div className={GRID}>{NUMBERS.slice(0, 2).map(numberField)}</div>
      <div className={GRID}>
        {NUMBERS.slice(2).map(numberField)}
        {TIMES.map(({ name, label }) => (
          <TextField key={name} label={label} type="time" step={300} {...of(name)} />
        ))}
      </div>
    </SettingForm>
  );
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const readTyped = ({ sessions_a_day, hours_a_week, break_minutes, ...times }: Typed): DayLimits => ({
  sessions_a_day: numberOf(sessions_a_day),
  hours_a_week: numberOf(hours_a_week),
  break_minutes: numberOf(break_minutes),
  ...times,
});

/** What is wrong with each field. */
function problemsOf(value: DayLimits): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { name } of TIMES) if (value[name] === '') problems[name] = 'Please give a time.';
  for (const { name } of NUMBERS) {
    const number = value[name] ?? 1;
    if (!(Number.isInteger(number) && number >= 1 && number <= MOST[name]))
      problems[name] = `Please enter 1 to ${MOST[name]}, or nothing.`;
  }
  const unfit = Object.keys(problems).length === 0 ? breakProblem(value) : null;
  return unfit === null ? problems : { break_minutes: unfit };
}
