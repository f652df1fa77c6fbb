let locks = 0;

/**
 * Keeps the page behind a modal dialog where it is, without moving it sideways when the scrollbar goes. Returns how
 * to let go; dialogs over dialogs are counted.
 */
export function lockScroll(): () => void {
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
