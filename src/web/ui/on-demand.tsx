import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useServerMarkup } from '#web/ui/server-markup.ts';
import { WaitingLine } from '#web/ui/waiting-line.tsx';

/** A component whose code is apart from its page's. */
type OnDemand<Props> = ComponentType<Props> & {
  /** Its code, asked for once. */
  load: () => Promise<ComponentType<Props>>;
  /** Fetches the code for later; a failure is not told before somebody asks to see the component. */
  fetch: () => void;
  /** For the button that shows it: who points at it, touches it or comes to it by key makes the code come ahead. */
  nearing: { onPointerEnter: () => void; onFocus: () => void };
};

/**
 * What only some visitors open, or what must not hold up a page. Code that has come in time is shown in the very
 * picture that answers the press, and late code as soon as it is there; Suspense would keep either back until its
 * fallback has stood for 300 ms. It has its place where markup of the server waits to be taken over.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <WaitingLine />,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const fetch = () => void loadOnce().catch(() => undefined);
  const Awaited = lazy(async () => ({ default: await loadOnce() })) as ComponentType<Props>;

  function TakenOver(props: Props) {
    const [Chosen] = useState(() => loaded ?? Awaited);
    return <Chosen {...props} />;
  }

  function MadeHere(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      loadOnce().then((part) => setLoaded(() => part), setFailure);
    }, []);
    if (failure !== undefined) throw failure;
    return Loaded ? <Loaded {...props} /> : waiting;
  }

  function Part(props: Props) {
    return useServerMarkup() ? (
      <Suspense>
        <TakenOver {...props} />
      </Suspense>
    ) : (
      <MadeHere {...props} />
    );
  }
  return Object.assign(Part, { load: loadOnce, fetch, nearing: { onPointerEnter: fetch, onFocus: fetch } });
}
