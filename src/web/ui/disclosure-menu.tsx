import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';

/** How long a menu that the pointer opened waits for the pointer to come back. */
const LEAVE_MILLISECONDS = 180;

type DisclosureMenuProps = {
  label: ReactNode;
  /** Links or buttons with the class "menu-item"; any click inside closes the menu. */
  children: ReactNode;
  buttonClassName?: string;
  panelClassName?: string;
  /** Which edge of the button the panel hangs from. */
  align?: 'start' | 'end';
  /** Opens upwards, for a button at the foot of the window. */
  up?: boolean;
  /** A pointer that hovers opens it too. */
  hover?: boolean;
  hideChevron?: boolean;
};

/**
 * A button that shows a list of links: opens on click and Enter, closes on Esc, on a click elsewhere and when focus
 * leaves. A hovering mouse may open it as well; the click that follows then *keeps* it open, because whoever
 * clicks wants to see it. Only the next click closes it.
 */
export function DisclosureMenu({
  label,
  children,
  buttonClassName,
  panelClassName,
  align = 'start',
  up = false,
  hover = false,
  hideChevron = false,
}: DisclosureMenuProps) {
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState<false | 'by-hover' | 'by-click'>(false);

  const close = () => {
    clearTimeout(leaving.current);
    setOpen(false);
  };

  useEffect(() => () => clearTimeout(leaving.current), []);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      if (root.current?.contains(document.activeElement)) button.current?.focus();
      close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    // Back and forward: the menu may stand in the frame of the other page as well.
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('popstate', close);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  const hovers = (event: PointerEvent) => hover && event.pointerType === 'mouse';

  return (
    <div
      ref={root}
      className="relative"
      onPointerEnter={(event) => {
        if (!hovers(event)) return;
        clearTimeout(leaving.current);
        setOpen((now) => now || 'by-hover');
      }}
      onPointerLeave={(event) => {
        if (!hovers(event)) return;
        clearTimeout(leaving.current);
        leaving.current = setTimeout(
          () => setOpen((now) => (now === 'by-hover' ? false : now)),
          LEAVE_MILLISECONDS,
        );
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open !== false}
        aria-controls={panelId}
        data-early=""
        className={buttonClassName}
        onClick={() => setOpen((now) => (now === 'by-click' ? false : 'by-click'))}
      >
        {label}
        {!hideChevron && <ChevronDownIcon />}
      </button>
      <div
        id={panelId}
        hidden={open === false}
        className={classNames(
          'menu-panel',
          align === 'end' && 'right-0',
          up && 'top-auto bottom-[calc(100%+0.25rem)]',
          panelClassName,
        )}
        onClick={(event) => {
          if ((event.target as HTMLElement).closest('a, button')) close();
        }}
      >
        {children}
      </div>
    </div>
  );
}
