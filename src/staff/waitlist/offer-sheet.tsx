import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffOffer } from '#contract/staff.calls.ts';
import type { StaffEntry } from '#contract/waitlist.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

type OfferSheetProps = {
  entry: StaffEntry;
  /** Everybody in line. */
  entries: readonly StaffEntry[];
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Offers a free time. Where another client waits longer for it, with a reason. */
export function OfferSheet({ entry, entries, onClose, onDone }: OfferSheetProps) {
  const action = useAction();
  const [start, setStart] = useState(entry.free[0]?.start ?? '');
  const [reason, setReason] = useState('');
  const time = entry.free.find((each) => each.start === start);
  const before = entries.find(
    (other) =>
      other.joined_at < entry.joined_at &&
      other.service_id === entry.service_id &&
      other.place === entry.place &&
      other.free.some((each) => each.start === start),
  );
  const isPassedOver = before !== undefined || action.error?.code === 'OUT_OF_ORDER';
  return (
    <ActionSheet
      action={action}
      title={`Offer ${time?.text ?? 'a time'} to ${entry.client.name}?`}
      subtitle={entry.service_name}
      confirm={time ? `Offer until ${formatDayTime(time.ends_at, practice.zone)}` : 'Offer'}
      blocked={!time || (isPassedOver && !reason.trim())}
      dirty={reason !== ''}
      onClose={onClose}
      onConfirm={() =>
        action.run(
          staffOffer,
          { params: { id: entry.id }, body: { start, ...(isPassedOver ? { reason } : {}) } },
          {
            done: () =>
              onDone(entry.client.has_email ? 'The offer is on its way.' : 'The time is held. Please call.'),
          },
        )
      }
    >
      <SelectField
        label="Time"
        name="start"
        value={start}
        onChange={setStart}
        options={entry.free.map((each) => ({ value: each.start, label: each.text }))}
      />
      {isPassedOver && (
        <TextField
          label={`Why not ${before?.client.name ?? 'who is before them in line'} first?`}
          name="reason"
          limit={200}
          value={reason}
          onChange={setReason}
          hint="It stays in your records."
        />
      )}
      <p className="text-sm text-muted">Others see the time as taken. It is paid for when it is accepted.</p>
    </ActionSheet>
  );
}
