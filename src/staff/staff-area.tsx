import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#staff/api/query-client.ts';
import { watchLock } from '#staff/api/unlock.ts';
import { keepFocusInLists } from '#staff/layout/keep-focus.ts';
import { showNames } from '#staff/parts/names.tsx';
import { restorePrivacy } from '#staff/parts/privacy.ts';
import { router } from '#staff/router.tsx';
import { watchBack } from '#web/ui/close-on-back.ts';
import { showTheme } from '#web/ui/theme.ts';

/** Prepares the document for every screen of the staff area. */
export function prepareStaffArea(): void {
  showTheme();
  showNames();
  watchBack();
  watchLock();
  keepFocusInLists();
}

/** Shows the screen of the current address in `place`. Returns a function that takes it away. */
export function showStaffArea(place: Element): () => void {
  restorePrivacy();
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return () => root.unmount();
}
