import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog, useDialogClose } from '#web/ui/dialog.tsx';
import './sheet.css';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  footer: ReactNode;
  /** Something typed would be lost. */
  dirty?: boolean;
  locked?: boolean;
  children: ReactNode;
};

/**
 * A dialog that asks for a decision. The focus goes to its title and not to a button, so that Enter decides nothing before
 * the text is read.
 */
export function Sheet({ title, children, ...dialog }: SheetProps) {
  return (
    <Dialog
      {...dialog}
      width="narrow"
      className="sheet"
      title={
        <span tabIndex={-1} data-autofocus="" className="sheet-title">
          {title}
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-4.5 content-start">{children}</div>
    </Dialog>
  );
}

type CloseButtonProps = {
  /** 'Not now' where the sheet would do something; else it closes what was read. */
  label?: 'Close' | 'Not now';
  disabled?: boolean;
};

/** In the foot of every sheet. It asks first where something typed would be lost. */
export function CloseButton({ label = 'Close', disabled = false }: CloseButtonProps) {
  const close = useDialogClose();
  return (
    <Button look="secondary" disabled={disabled} onClick={close}>
      {label}
    </Button>
  );
}
