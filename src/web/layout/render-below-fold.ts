/**
 * Renders the sections below the fold (footer.css, .below-fold) once the page has loaded and the browser is idle: one
 * at a time, so that input in between is answered. Without it a fast scroll, a jump to the end or a screenshot of the
 * whole page shows blank areas. Returns a function that stops it.
 */
export function renderBelowFold(): () => void {
  const { documentElement: html } = document;
  const waiting = [...document.querySelectorAll<HTMLElement>('.below-fold')];
  let stop = (): void => {};

  const renderNext = (): void => {
    const section = waiting.shift();
    // After a navigation everything is rendered already.
    if (!section || !('firstLoad' in html.dataset)) return;
    section.style.contentVisibility = 'visible';
    // Forces the layout now, while the browser is idle, and not together with the next section.
    section.getBoundingClientRect();
    stop = whenIdle(renderNext);
  };
  const begin = (): void => void (stop = whenIdle(renderNext));

  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => {
    removeEventListener('load', begin);
    stop();
  };
}

const NO_IDLE_CALLBACK_DELAY_MS = 200;

/** Returns a function that cancels it. */
function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, NO_IDLE_CALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback(run);
  return () => cancelIdleCallback(callback);
}
