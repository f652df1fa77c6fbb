import { lockScroll } from '#web/ui/scroll-lock.ts';

/**
 * Opens a dialog above all else, other dialogs included, and gives the focus to the element in it that carries
 * `data-autofocus`, else to the first that can have it. Returns how to close it, which gives the focus back.
 *
 * A modal dialog makes everything else on the page inert, for which a browser works out the style of all of it anew:
 * on a slow phone that takes longer than the dialog itself. So it is shown as a popover, which leaves the page alone,
 * and becomes modal when that has been painted.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  const chosen = dialog.querySelector('[data-autofocus]');
  let unlockScroll: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;

  const becomeModal = () => {
    const { activeElement } = document;
    const focused = dialog.contains(activeElement) ? activeElement : chosen;
    hidePopover(dialog);
    withFocusOn(focused, () => dialog.showModal());
    unlockScroll = lockScroll();
  };

  // Nothing is painted in a tab behind, and older browsers have no popovers.
  if (!('showPopover' in dialog) || document.hidden) becomeModal();
  else {
    dialog.popover = 'manual';
    withFocusOn(chosen, () => dialog.showPopover());
    stopWaiting = afterNextPaint(becomeModal);
  }

  return () => {
    stopWaiting?.();
    unlockScroll?.();
    hidePopover(dialog);
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}

/** What opens meanwhile gives the focus to this element: by itself, so that it is never taken from a field and given back. */
function withFocusOn(element: Element | null, open: () => void): void {
  element?.setAttribute('autofocus', '');
  open();
  element?.removeAttribute('autofocus');
}

function hidePopover(dialog: HTMLDialogElement): void {
  if (!dialog.hasAttribute('popover')) return;
  // One that has left the page is hidden already, and complains.
  if (dialog.isConnected) dialog.hidePopover();
  dialog.removeAttribute('popover');
}

/** Runs it once what stands in the document now has been painted. Returns how to prevent it. */
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
