import './theme.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isInFront } from '#contract/staff-page.ts';
import { keepFirstAnswers } from '#staff/api/first-answers.ts';
import { queryClient } from '#staff/api/query-client.ts';
import { meQuery } from '#staff/api/session.ts';
import { watchLock } from '#staff/api/unlock.ts';
import { keepFocusInLists } from '#staff/layout/keep-focus.ts';
import { showNames } from '#staff/parts/names.tsx';
import { router } from '#staff/router.tsx';
import { watchBack } from '#web/ui/close-on-back.ts';
import { showTheme } from '#web/ui/theme.ts';

showTheme();
showNames();
watchBack();
watchLock();
keepFocusInLists();
// Who is signed in decides what else is asked for. Where the page does not say it, it arrives while the screen's code loads.
if (!keepFirstAnswers() && !isInFront(window.location.pathname)) void queryClient.prefetchQuery(meQuery);
document.documentElement.dataset.hydrated = '';
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
