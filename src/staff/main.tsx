import './theme.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#staff/client/query-client.ts';
import { router } from '#staff/router.tsx';
import { wearTheme } from '#staff/layout/theme.ts';

wearTheme();
document.documentElement.dataset.hydrated = '';
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
