import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useServerMarkup } from '#web/ui/server-markup.ts';
import { showToast } from '#web/ui/toast.tsx';
import { WaitingLine } from '#web/ui/waiting-line.tsx';

/** A component whose code is apart from its page's. */
type OnDemand<Props> = ComponentType<Props> & {
  /** Its code: asked for until it can be had. */
  load: () => Promise<ComponentType<Props>>;
  /** Fetches the code for later; a failure is not told before somebody asks to see the component. */
  fetch: () => void;
  /** For the button that shows it: who points at it, touches it or comes to it by key makes the code come ahead. */
  nearing: { onPointerEnter: () => void; onFocus: () => void };
};

/** How long after a failure the code is asked for again, in milliseconds; twice as long after the next. */
const AGAIN_MS = 2000;
/** Where a newer version of the site no longer has that code, only loading the page again helps. */
const NOT_YET = 'Couldn’t load this part of the page. Retrying… Reloading the page may help.';

/**
 * What only some visitors open, or what must not hold up a page. Code that has come in time is shown in the very
 * picture that answers the press, and late code as soon as it is there; Suspense would keep either back until its
 * fallback has stood for 300 ms. It has its place where markup of the server waits to be taken over.
 */
export function onDemand<Props extends object>(
  code: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <WaitingLine />,
  /** In its place while its code cannot be loaded; without it a toast says so. */
  failed?: ReactNode,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await code());
  const fetch = () => void loadOnce().catch(() => undefined);
  // A bad line must not put an error in place of the page, and of all that has been typed in it.
  const load = async (onFailure?: () => void, againMs = AGAIN_MS): Promise<ComponentType<Props>> => {
    try {
      return await loadOnce();
    } catch (error) {
      if (typeof document === 'undefined') throw error;
      onFailure?.();
      await new Promise((resolve) => {
        setTimeout(resolve, againMs);
        window.addEventListener('online', resolve, { once: true });
      });
      return await load(undefined, 2 * againMs);
    }
  };
  const Awaited = lazy(async () => ({ default: await load() })) as ComponentType<Props>;

  function TakenOver(props: Props) {
    const [Chosen] = useState(() => loaded ?? Awaited);
    return <Chosen {...props} />;
  }

  function MadeHere(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      const onFailure = () => (failed === undefined ? showToast(NOT_YET, 'trouble') : setHasFailed(true));
      void load(onFailure).then((part) => setLoaded(() => part));
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return hasFailed ? failed : waiting;
  }

  function Part(props: Props) {
    const ofServer = useServerMarkup();
    // Kept: React asks for the markup once more as soon as it has taken over the page, and given a new element it
    // would throw away what the server has drawn and show nothing until the code is there.
    return useMemo(
      () =>
        ofServer ? (
          <Suspense>
            <TakenOver {...props} />
          </Suspense>
        ) : (
          <MadeHere {...props} />
        ),
      [ofServer, props],
    );
  }
  return Object.assign(Part, {
    load: () => load(),
    fetch,
    nearing: { onPointerEnter: fetch, onFocus: fetch },
  });
}
