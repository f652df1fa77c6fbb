import { type ReactNode, useId } from 'react';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionFields, OfflineNotice, useActionForm } from '#staff/parts/action-form.tsx';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import type { Action } from '#staff/parts/use-action.ts';
import type { ApiError } from '#web/api/request.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, type ButtonLook, TextButton } from '#web/ui/button.tsx';

type ActionSheetProps = {
  action: Action;
  title: string;
  subtitle?: ReactNode;
  /** What the button does, with the amount or the number of people where there is one. */
  confirm: ReactNode;
  look?: ButtonLook;
  /** The button cannot do it yet, for a reason that the sheet shows. */
  blocked?: boolean;
  /** Something typed would be lost. */
  dirty?: boolean;
  /** What is wrong with each field, by its name; shown once the button was pressed. */
  invalid?: Readonly<Record<string, string | null>>;
  /** Enter in a field confirms. */
  isForm?: boolean;
  className?: string;
  /** Before the buttons. */
  aside?: ReactNode;
  /** Someone else changed it while the sheet was open. `text`: 'marked as arrived' */
  changed?: { text?: string; goOn: () => void } | null | undefined;
  /** Says a failure in another way; undefined: as always, null: it is said elsewhere. */
  explain?: (error: ApiError) => ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/**
 * A sheet that does something (docs/staff.md): the same close button, locks while it is sent, and above the button what went
 * wrong. The fields in it have the names that the contract gives them, so that a refusal marks them.
 */
export function ActionSheet(props: ActionSheetProps) {
  const { action, changed, look, onConfirm, onClose } = props;
  const isOnline = useOnline();
  const id = useId();
  const form = useActionForm(action, props.invalid);
  const said = action.error && props.explain?.(action.error);
  const failure = changed ? null : said === undefined || !action.error ? form.failure : said;
  const isDoneBefore = action.error?.code === 'ACTION_REUSED';
  return (
    <Sheet
      open
      onClose={onClose}
      dirty={props.dirty ?? false}
      locked={action.isPending}
      title={props.title}
      subtitle={props.subtitle}
      footer={
        <>
          {props.aside}
          <CloseButton label="Not now" disabled={action.isPending} />
          <Button
            look={look}
            busy={action.isPending}
            disabled={!isOnline || props.blocked || Boolean(changed) || isDoneBefore}
            {...(props.isForm ? { type: 'submit', form: id } : { onClick: () => form.confirm(onConfirm) })}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <ActionFields
        form={form}
        id={props.isForm ? id : undefined}
        className={props.className ?? 'grid grid-cols-1 gap-4.5 content-start'}
        onConfirm={onConfirm}
      >
        {props.children}
      </ActionFields>
      {changed && (
        <Banner tone="warn" inSight>
          <span>
            {changed.text ? `Changed a moment ago: ${changed.text}.` : 'Changed a moment ago.'} What you typed
            is kept.
          </span>{' '}
          <TextButton onClick={changed.goOn}>Show</TextButton>
        </Banner>
      )}
      <ActionFailure action={action} failure={failure} />
      {isDoneBefore && (
        <TextButton className="act" onClick={action.reset}>
          Do it again
        </TextButton>
      )}
      <OfflineNotice />
    </Sheet>
  );
}
