import type { Component } from '#jsx/jsx-runtime';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useServerMarkup } from '#web/ui/server-markup.ts';
import { showToast } from '#web/ui/toast.tsx';
import { ProgressLine } from '#web/ui/progress-line.tsx';

/** A component whose code is loaded separately from its page. */
export type OnDemand<Props> = Component<Props> & {
  /** Loads the code and retries until it succeeds. */
  load: () => Promise<Component<Props>>;
  /** Loads the code ahead; a failure is reported only when the component is rendered. */
  preload: () => void;
  /** For the button that shows the component: loads the code on hover and focus. */
  preloadHandlers: { onPointerEnter: () => void; onFocus: () => void };
};

/** Doubled after every failure. */
const RETRY_MS = 2000;
/** If a newer version of the site no longer has this code, only reloading the page helps. */
const NOT_LOADED = 'Couldn’t load this part of the page. Retrying… Reloading the page may help.';

/**
 * For components that only some visitors open, or that must not delay a page. Use it instead of `React.lazy`: a component
 * whose code is already loaded renders in the same frame as the click, and late code renders as soon as it has loaded;
 * Suspense would show its fallback for at least 300 ms. It also hydrates server markup.
 */
export function onDemand<Props extends object>(
  code: () => Promise<Component<Props>>,
  waiting: ReactNode = <ProgressLine />,
  /** Shown if the code cannot be loaded; without it a toast is shown. */
  failed?: ReactNode,
): OnDemand<Props> {
  let loaded: Component<Props> | undefined;
  const loadOnce = async () => (loaded ??= await code());
  const preload = () => void loadOnce().catch(() => undefined);
  // Retries, because an error would replace the page and lose what was typed in it.
  const load = async (onFailure?: () => void, retryMs = RETRY_MS): Promise<Component<Props>> => {
    try {
      return await loadOnce();
    } catch (error) {
      if (typeof document === 'undefined') throw error;
      onFailure?.();
      await new Promise((resolve) => {
        setTimeout(resolve, retryMs);
        window.addEventListener('online', resolve, { once: true });
      });
      return await load(undefined, 2 * retryMs);
    }
  };
  const Awaited = lazy(async () => ({ default: await load() })) as Component<Props>;

  function Hydrated(props: Props) {
    const [Chosen] = useState(() => loaded ?? Awaited);
    return <Chosen {...props} />;
  }

  function ClientRendered(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      const onFailure = () => (failed === undefined ? showToast(NOT_LOADED, 'error') : setHasFailed(true));
      void load(onFailure).then((part) => setLoaded(() => part));
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return <>{hasFailed ? failed : waiting}</>;
  }

  function Part(props: Props) {
    const hasServerMarkup = useServerMarkup();
    // Memoised: React renders this again right after hydration; with a new element it would discard the server markup
    // and show nothing until the code has loaded.
    return useMemo(
      () =>
        hasServerMarkup ? (
          <Suspense>
            <Hydrated {...props} />
          </Suspense>
        ) : (
          <ClientRendered {...props} />
        ),
      [hasServerMarkup, props],
    );
  }
  return Object.assign(Part, {
    load: () => load(),
    preload,
    preloadHandlers: { onPointerEnter: preload, onFocus: preload },
  });
}
