import { type ReactNode, useId } from 'react';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionFields, OfflineNotice, useActionForm } from '#staff/parts/action-form.tsx';
import type { Action } from '#staff/parts/use-action.ts';
import { Button } from '#web/ui/button.tsx';

type SettingFormProps = {
  title: string;
  /** What it is for. */
  about?: string;
  action: Action;
  invalid?: Readonly<Record<string, string | null>>;
  /** Nothing differs from what is saved. */
  isSame: boolean;
  confirm: string;
  onSave: () => void;
  children: ReactNode;
};

/** A box with the fields of one setting, which are saved together. */
export function SettingForm({ title, about, action, isSame, confirm, ...form }: SettingFormProps) {
  const isOnline = useOnline();
  const id = useId();
  const fields = useActionForm(action, form.invalid);
  return (
    <section className="staff-box settings-box grid gap-4 p-4.5" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {about && <p className="max-w-none text-muted text-small">{about}</p>}
      <ActionFields form={fields} id={id} onConfirm={form.onSave}>
        {form.children}
        <ActionFailure action={action} failure={fields.failure} />
        <OfflineNotice />
        <div className="flex flex-wrap gap-3 items-center justify-end" role="status">
          {action.isDone && isSame && <span>Saved.</span>}
          <Button type="submit" busy={action.isPending} disabled={!isOnline || isSame}>
            {confirm}
          </Button>
        </div>
      </ActionFields>
    </section>
  );
}
