import './theme.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#staff/client/query-client.ts';
import { meQuery } from '#staff/client/session.ts';
import { router } from '#staff/router.tsx';
import { showTheme } from '#web/ui/theme.ts';

/** The pages in front of the staff area, which know nobody. */
const isInFront = /^\/staff\/(?:sign-in|set-up)\b/.test(window.location.pathname);

showTheme();
// Who is signed in decides what else is asked for; it arrives while the first screen's code loads.
if (!isInFront) void queryClient.prefetchQuery(meQuery);
document.documentElement.dataset.hydrated = '';
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
