import { type ComponentType, useEffect, useState } from 'react';
import { WaitingLine } from '#web/ui/waiting-line.tsx';

/** A component whose code is apart from its page's, with what the button that shows it takes over. */
type OnDemand<Props> = ComponentType<Props> & {
  /** Fetches the code for later; a failure is not told before somebody asks to see the component. */
  fetch: () => void;
  /** For the button: who points at it, touches it or comes to it by key makes the code come ahead of the press. */
  nearing: { onPointerEnter: () => void; onFocus: () => void };
};

/**
 * What only some visitors open, fetched when they reach for it. Code that has come in time is shown in the very
 * picture that answers the press, and late code as soon as it is there; Suspense would keep either back until its
 * fallback has stood for 300 ms.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const fetch = () => void loadOnce().catch(() => undefined);

  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      loadOnce().then((part) => setLoaded(() => part), setFailure);
    }, []);
    if (failure !== undefined) throw failure;
    return Loaded ? <Loaded {...props} /> : <WaitingLine />;
  }
  return Object.assign(Part, { fetch, nearing: { onPointerEnter: fetch, onFocus: fetch } });
}
