import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ChevronDown } from 'lucide';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

/** How long a menu opened by hovering stays open after the pointer has left. */
const LEAVE_MILLISECONDS = 180;

type DisclosureMenuProps = {
  label: ReactNode;
  /** Links or buttons with the class "menu-item"; any click inside closes the menu. */
  children: ReactNode;
  buttonClassName?: string;
  panelClassName?: string;
  /** The edge of the button that the panel aligns with. */
  align?: 'start' | 'end';
  /** Opens upwards, for a button at the bottom of the window. */
  up?: boolean;
  /** Also opens on hover. */
  hover?: boolean;
  hideChevron?: boolean;
};

/**
 * A button that shows a list of links: opens on click and Enter, closes on Esc, on a click outside and when the focus
 * leaves. It can also open on hover; the click that follows keeps it open, and only the next one closes it.
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
  const panel = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState<false | 'by-hover' | 'by-click'>(false);

  const close = () => {
    clearTimeout(leaving.current);
    setOpen(false);
  };

  useEffect(() => () => clearTimeout(leaving.current), []);

  // On a phone a menu low on the screen would open below its edge.
  useEffect(() => {
    if (open === 'by-click') panel.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

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
    // Back and Forward: the next page can have the same menu in its frame.
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
        {!hideChevron && <Icon of={ChevronDown} />}
      </button>
      <div
        ref={panel}
        id={panelId}
        hidden={open === false}
        className={classNames(
          'menu-panel absolute z-40 min-w-60 p-2',
          align === 'end' && 'right-0',
          up && 'is-up',
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
