import { queryOptions } from '@tanstack/react-query';
import { staffMe } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { createStore } from '#web/ui/store.ts';

/** The member who is signed in. It changes only with the session. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => callStaff(staffMe, {}, { signal }),
  staleTime: Infinity,
});

/** True after the session has ended while a screen was open, until someone signs in again. */
export const endedSession = createStore(false);
