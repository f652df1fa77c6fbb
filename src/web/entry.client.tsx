import { StrictMode, startTransition } from 'react';
import { HydratedRouter } from 'react-router/dom';
import { hydrateRoot } from '#web/layout/hydrate.ts';
import { watchBack } from '#web/ui/close-on-back.ts';

watchBack();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
