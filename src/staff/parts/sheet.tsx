import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import './sheet.css';
import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';

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
      <div className="sheet-body">{children}</div>
    </Dialog>
  );
}

type SendNoticesProps = {
  /** Why the last try failed. */
  failure: string | null | undefined;
  /** What the button does, as in 'You can cancel'. */
  action: string;
  /** Something was typed, and stays. */
  isTyped?: boolean;
};

/** Above the button of a sheet: a failure, and that nothing can be sent without a connection. */
export function SendNotices({ failure, action, isTyped = false }: SendNoticesProps) {
  const isOnline = useOnline();
  return (
    <>
      {failure && (
        <Banner tone="error" inSight>
          {failure}
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="warn" inSight>
          {`You’re offline. You can ${action} when you are back online${isTyped ? '; what you typed stays' : ''}.`}
        </Banner>
      )}
    </>
  );
}
