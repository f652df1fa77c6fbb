import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '#web/api/query-client.ts';

/**
 * The layout route of all pages with server data in the query cache. The landing page, the blog and other server-rendered
 * pages are outside and never load it.
 */
export default function QueriesFrame() {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
