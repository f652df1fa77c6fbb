import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Check, CircleAlert } from 'lucide';
import { createStore, useStore } from '#web/ui/store.ts';
import { Icon } from '#web/ui/icon.tsx';

/** How long a toast stays (product.md §9.1). */
const TOAST_MILLISECONDS = 3000;

/** 'error' also for what the client still has to do. */
type Tone = 'success' | 'error';
type Toasts = { text: string | null; tone: Tone; shown: number; outlets: readonly string[] };

const store = createStore<Toasts>({ text: null, tone: 'success', shown: 0, outlets: [] });
let timer: ReturnType<typeof setTimeout> | undefined;

const change = (toasts: Partial<Toasts>): void => store.set({ ...store.get(), ...toasts });

/** Shows a line for three seconds above all dialogs; a new toast replaces the last. */
export function showToast(text: string, tone: Tone = 'success'): void {
  clearTimeout(timer);
  change({ text, tone, shown: store.get().shown + 1 });
  timer = setTimeout(() => change({ text: null }), TOAST_MILLISECONDS);
}

/**
 * Shows toasts: one outlet in the page and one in every dialog. Only the topmost is used, because everything under a modal
 * dialog is inert: neither visible above it nor announced.
 */
export function ToastOutlet() {
  const id = useId();
  const { text, tone, shown, outlets } = useStore(store);
  const box = useRef<HTMLDivElement>(null);
  const line = outlets.at(-1) === id ? text : null;

  useEffect(() => {
    change({ outlets: [...store.get().outlets, id] });
    return () => change({ outlets: store.get().outlets.filter((each) => each !== id) });
  }, [id]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Hidden and shown again, so that it is above a dialog that was opened meanwhile.
    if (element.matches(':popover-open')) element.hidePopover();
    if (line != null) element.showPopover();
  }, [line, shown]);

  return (
    <div role="status" aria-live="polite">
      <div
        ref={box}
        popover="manual"
        className="toast fixed max-w-[min(calc(100vw_-_2rem),34rem)] px-5 py-3 w-max"
      >
        {line != null && (
          <>
            {tone === 'success' ? <Icon of={Check} /> : <Icon of={CircleAlert} />}
            <span>{line}</span>
          </>
        )}
      </div>
    </div>
  );
}
