import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '#web/client/query-client.ts';

/**
 * Around every page that holds server data in the query cache. The landing page, the blog and the other pages that
 * come whole from the server stand outside and never load it.
 */
export default function QueriesFrame() {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
