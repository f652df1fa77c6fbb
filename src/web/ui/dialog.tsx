import './dialog.css';

import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { X } from 'lucide';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { enableKeyboardScroll } from '#web/ui/keyboard-scroll.ts';
import { openModal } from '#web/ui/open-modal.ts';
import { ToastOutlet } from '#web/ui/toast.tsx';
import { Icon } from '#web/ui/icon.tsx';

type DialogProps = {
  open: boolean;
  /** Called by the close button, Esc and a click outside; after a confirmation if `dirty`. */
  onClose: () => void;
  title: ReactNode;
  /** A line under the title. */
  subtitle?: ReactNode;
  /** Before the title. */
  icon?: ReactNode;
  children: ReactNode;
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode;
  width?: 'narrow' | 'normal' | 'wide';
  /** There are unsaved changes: closing asks for confirmation first. */
  dirty?: boolean;
  /** The dialog cannot be closed, for example while it saves. */
  locked?: boolean;
  className?: string;
};

const CloseContext = createContext<() => void>(() => undefined);

/** Closes the dialog around it as its close button does: after a question where something typed would be lost. */
export const useDialogClose = (): (() => void) => useContext(CloseContext);

/**
 * A modal <dialog> with a title and a close button, at most 90 % of the window high with scrolling content, a bottom sheet
 * on phones. When it opens, the element with `data-autofocus`, else the first focusable one, takes the focus; when it
 * closes, the focus returns.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  subtitle,
  icon,
  children,
  footer,
  width = 'normal',
  dirty = false,
  locked = false,
  className,
}: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const pressedBeside = useRef(false);
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    if (!dialog.current || !body.current) return;
    const stopWatching = enableKeyboardScroll(body.current);
    const close = openModal(dialog.current);
    return () => {
      stopWatching();
      close();
    };
  }, []);

  const requestClose = () => {
    if (locked) return;
    if (dirty) setAsking(true);
    else onClose();
  };

  const onPointer = (event: MouseEvent<HTMLDialogElement>) => event.target === event.currentTarget;

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames('dialog', width !== 'normal' && `dialog-${width}`, className)}
      onMouseDown={(event) => {
        pressedBeside.current = onPointer(event);
      }}
      onClick={(event) => {
        if (onPointer(event) && pressedBeside.current) requestClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        requestClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        requestClose();
      }}
      onClose={(event) => {
        // The browser can force closing (Esc twice, the back gesture); what is typed must survive that too.
        if (event.target !== event.currentTarget || !dialog.current?.isConnected) return;
        if (dirty || locked) dialog.current.showModal();
        requestClose();
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          {icon}
          <div className="min-w-0 flex-1">
            <h2 id={titleId}>{title}</h2>
            {subtitle != null && (
              <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">{subtitle}</div>
            )}
          </div>
          <IconButton label="Close" className="-mt-1.5 -mr-2" onClick={requestClose}>
            <Icon of={X} />
          </IconButton>
        </header>
        <div ref={body} className="dialog-body">
          {children}
        </div>
        {footer != null && (
          <CloseContext value={requestClose}>
            <footer className="dialog-foot">{footer}</footer>
          </CloseContext>
        )}
      </div>
      <ToastOutlet />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Leave without saving?"
        width="narrow"
        footer={
          <>
            <Button
              look="secondary"
              onClick={() => {
                setAsking(false);
                onClose();
              }}
            >
              Leave
            </Button>
            <Button data-autofocus onClick={() => setAsking(false)}>
              Keep editing
            </Button>
          </>
        }
      >
        <p>What you changed here has not been saved yet.</p>
      </Dialog>
    </dialog>
  );
}
