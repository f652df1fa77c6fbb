import { useState } from 'react';
import type { OutputOf } from '#contract/call.ts';
import { staffExportMoney } from '#contract/staff.calls.ts';
import type { ExportKind } from '#domain/money/month-report.ts';
import { reveal } from '#domain/people/personal.ts';
import { daysOfMonth } from '#domain/time/calendar.ts';
import { saveFile } from '#staff/clients/save-file.ts';
import { EXPORTS } from '#staff/money/money-state.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { TextField } from '#web/ui/field.tsx';

/** Saves a table for a spreadsheet. It asks to unlock, and is recorded. */
export function ExportSheet({ month, onClose }: { month: string; onClose: () => void }) {
  const action = useAction();
  const [kind, setKind] = useState<ExportKind>('payments');
  const [body, setBody] = useState(daysOfMonth(month));
  const save = ({ csv }: OutputOf<typeof staffExportMoney>) => {
    saveFile(new Blob([reveal(csv)], { type: 'text/csv' }), `${kind}-${body.from}-${body.to}.csv`);
    onClose();
  };
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      {...{ name, label }}
      type="date"
      value={body[name]}
      onChange={(date) => setBody({ ...body, [name]: date })}
    />
  );
  return (
    <ActionSheet
      action={action}
      title="Export a table"
      subtitle="Opens in any spreadsheet. That you saved it is recorded."
      confirm="Export CSV"
      isForm
      onClose={onClose}
      onConfirm={() => action.run(staffExportMoney, { params: { kind }, body }, { done: save })}
    >
      <Pick legend="What" columns="always" value={kind} onChange={setKind} choices={EXPORTS} />
      <div className="grid grid-cols-2 gap-3">
        {day('from', 'From')}
        {day('to', 'Until')}
      </div>
      <p className="text-muted text-small">Amounts that clients chose are empty.</p>
    </ActionSheet>
  );
}
