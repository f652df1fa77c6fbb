/**
 * Lays out what is far below (layout.css, .far-below) when the page that was opened has loaded and has nothing else to
 * do: a part at a time, so that a touch in between is answered. Who scrolls fast, jumps to the end or takes a picture of
 * the whole page meets no empty part. Returns how to stop it.
 */
export function layOutFarBelow(): () => void {
  const { documentElement: html } = document;
  const left = [...document.querySelectorAll<HTMLElement>('.far-below')];
  let stop = (): void => {};

  const layOutNext = (): void => {
    const part = left.shift();
    // After a change of page nothing waits any more.
    if (!part || !('fresh' in html.dataset)) return;
    part.style.contentVisibility = 'visible';
    // Now, while nobody waits for it, and not in one go with the next.
    part.getBoundingClientRect();
    stop = whenIdle(layOutNext);
  };
  const begin = (): void => void (stop = whenIdle(layOutNext));

  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => {
    removeEventListener('load', begin);
    stop();
  };
}

const WITHOUT_IDLE_MS = 200;

/** Returns how to prevent it. */
function whenIdle(run: () => void): () => void {
  // Safari cannot say when it is idle.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, WITHOUT_IDLE_MS);
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback(run);
  return () => cancelIdleCallback(callback);
}
