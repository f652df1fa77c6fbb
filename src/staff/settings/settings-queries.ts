import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffCalendarFeed, staffChangeSetting, staffSettings } from '#contract/settings.calls.ts';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import type { ApiError } from '#web/client/request.ts';

export const settingsQuery = queryOptions({
  queryKey: ['staff', 'settings'],
  queryFn: ({ signal }) => callStaff(staffSettings, {}, { signal }),
});
export const feedQuery = queryOptions({
  queryKey: ['staff', 'calendar-feed'],
  queryFn: ({ signal }) => callStaff(staffCalendarFeed, {}, { signal }),
});

/** The screen shows an answer at once, before it asks again. */
export const keepSettings = (queries: QueryClient, settings: StaffSettings) =>
  queries.setQueryData(settingsQuery.queryKey, settings);

type Change = {
  name: 'policies' | 'reminders' | 'notices';
  base_updated_at: string | null;
  value: StaffSettings['policies' | 'reminders' | 'notices']['value'];
};

/** Saves one setting. If another tab was faster, the screen shows what it saved. */
export function useSaveSetting() {
  const queries = useQueryClient();
  const [action_id, setActionId] = useState(newActionId);
  return useMutation<StaffSettings, ApiError, Change>({
    mutationFn: ({ name, ...body }) =>
      callStaff(staffChangeSetting, { params: { name }, body: { action_id, ...body } }),
    onSuccess: (settings) => {
      setActionId(newActionId());
      keepSettings(queries, settings);
    },
    onError: (error) => {
      // Without an answer it may have been done: the repeat must be the same.
      if (error.status === 0) return;
      setActionId(newActionId());
      if (error.code === 'SETTING_CHANGED') keepSettings(queries, error.details as StaffSettings);
    },
  });
}
