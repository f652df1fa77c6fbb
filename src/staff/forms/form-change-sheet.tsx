import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApplyForm, staffPreviewForm } from '#contract/staff.calls.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { FormChange, StaffForm } from '#contract/staff-forms.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { formQuery } from '#staff/api/form-queries.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { PreviewEffects } from '#staff/parts/preview-effects.tsx';
import { Switch } from '#staff/parts/switch.tsx';
import { useAction } from '#staff/parts/use-action.ts';

/** Asks what a change of a form would do. Nothing is written. */
export const previewForm = (key: string, change: FormChange): Promise<Preview> =>
  callStaff(staffPreviewForm, { params: { key }, body: { change } });

type Texts = { title: string; act: string; done: string };
const textsOf = (kind: FormChange['kind'], name: string, next: number): Texts =>
  ({
    PUBLISH: {
      title: `Publish version ${next}?`,
      act: `Publish version ${next}`,
      done: 'It is published.',
    },
    AUDIENCE: { title: `Change who is asked for ${name}?`, act: 'Change who is asked', done: 'Saved.' },
    RETIRE: { title: `Retire ${name}?`, act: 'Retire', done: 'It is retired.' },
    RESTORE: { title: `Restore ${name}?`, act: 'Restore', done: 'It is restored.' },
  })[kind];

type SheetProps = {
  form: Pick<StaffForm, 'key' | 'version'>;
  name: string;
  first: { change: FormChange; preview: Preview };
  onClose: () => void;
  onDone: (text: string) => void;
};

/** What the change would do, and the button that does it. */
export function FormChangeSheet({ form: { key, version }, name, first, onClose, onDone }: SheetProps) {
  const queries = useQueryClient();
  const apply = useAction();
  const [{ change, preview }, setSeen] = useState(first);
  const { title, act, done } = textsOf(change.kind, name, version + 1);
  const look = (other: FormChange) =>
    apply.ask(() => previewForm(key, other), {
      done: (found) => setSeen({ change: other, preview: found }),
    });
  const onConfirm = () =>
    apply.run(
      staffApplyForm,
      { params: { key }, body: { preview_hash: preview.preview_hash, change } },
      {
        done: (form) => {
          queries.setQueryData(formQuery(key).queryKey, form);
          onDone(done);
        },
        refused: ({ code, details }) => {
          if (code === 'PREVIEW_CHANGED') setSeen({ change, preview: details as Preview });
        },
      },
    );
  return (
    <ActionSheet
      action={apply}
      title={title}
      subtitle="Nothing is changed yet."
      confirm={act}
      look={change.kind === 'RETIRE' ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <PreviewEffects preview={preview} />
      {change.kind === 'PUBLISH' && version > 0 && (
        <Switch
          label="Ask them again"
          hint="They find their answers filled in; signatures and consents are given anew."
          checked={change.ask_again}
          isBlocked={apply.isPending}
          onChange={(ask_again) => look({ ...change, ask_again })}
        />
      )}
    </ActionSheet>
  );
}
