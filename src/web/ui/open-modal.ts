import { closeOnBack } from '#web/ui/close-on-back.ts';

/**
 * Opens a dialog above everything else, also above other dialogs, and focuses the element with `data-autofocus`, else the
 * first focusable one. Back cancels it. Returns a function that closes it and restores the focus.
 *
 * A modal dialog makes the rest of the page inert, so the browser recalculates all styles: on a slow phone that takes
 * longer than the dialog itself. So the dialog is shown as a popover first, and becomes modal after the next paint.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  const chosen = dialog.querySelector('[data-autofocus]');
  const stayOnBack = closeOnBack(dialog);
  let unlockScroll: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;

  const becomeModal = () => {
    const { activeElement } = document;
    const focused = dialog.contains(activeElement) ? activeElement : chosen;
    hidePopover(dialog);
    withFocusOn(focused, () => dialog.showModal());
    unlockScroll = lockScroll();
  };

  // A background tab does not paint, and older browsers have no popovers.
  if (!('showPopover' in dialog) || document.hidden) becomeModal();
  else {
    dialog.popover = 'manual';
    withFocusOn(chosen, () => dialog.showPopover());
    stopWaiting = afterNextPaint(becomeModal);
  }

  return () => {
    stayOnBack();
    stopWaiting?.();
    unlockScroll?.();
    hidePopover(dialog);
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}

/** Opens with `autofocus` on this element, so that the focus never leaves a field and returns. */
function withFocusOn(element: Element | null, open: () => void): void {
  element?.setAttribute('autofocus', '');
  open();
  element?.removeAttribute('autofocus');
}

function hidePopover(dialog: HTMLDialogElement): void {
  if (!dialog.hasAttribute('popover')) return;
  // A dialog that was removed from the page is hidden already, and hiding it throws.
  if (dialog.isConnected) dialog.hidePopover();
  dialog.removeAttribute('popover');
}

/** Runs after the current document has been painted. Returns a function that cancels it. */
function afterNextPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

let locks = 0;

/**
 * Locks the scrolling of the page behind a modal dialog, and replaces the width of the scrollbar. Counts nested dialogs.
 * Returns a function that unlocks it.
 */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  if (locks++ === 0) {
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = 'hidden';
  }
  return () => {
    if (--locks > 0) return;
    style.paddingRight = '';
    style.overflow = '';
  };
}
