import type { ReactNode } from 'react';
import { SendNotices, Sheet } from '#staff/parts/sheet.tsx';
import { useOnline } from '#staff/client/use-online.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';

type TillSheetProps = {
  title: string;
  subtitle?: ReactNode;
  /** The label of the button names the amount. */
  confirm: string;
  look?: ButtonLook;
  keep?: string;
  busy: boolean;
  /** The button does nothing, because what it would do is out of date. */
  blocked?: boolean;
  dirty: boolean;
  /** Beside the button. */
  error: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A sheet about money: the button names the amount, an error stands beside it, and nothing typed is lost. */
export function TillSheet(props: TillSheetProps) {
  const { title, subtitle, confirm, look, keep = 'Not now', busy, blocked, dirty, error } = props;
  const isOnline = useOnline();
  return (
    <Sheet
      open
      onClose={props.onClose}
      dirty={dirty}
      locked={busy}
      title={title}
      subtitle={subtitle}
      footer={
        <>
          <Button look="secondary" disabled={busy} onClick={props.onClose}>
            {keep}
          </Button>
          <Button look={look} busy={busy} disabled={!isOnline || blocked} onClick={props.onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {props.children}
      <SendNotices failure={error} action="do this" isTyped />
    </Sheet>
  );
}
