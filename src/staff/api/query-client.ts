import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/request.ts';

/** `networkMode: 'always'`: otherwise calls wait silently when the browser reports that it is offline. */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0,
      retryDelay: 400,
    },
  },
});
