import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { staffCalendarFeed, staffChangeSetting, staffSettings } from '#contract/staff.calls.ts';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useAction } from '#staff/parts/use-action.ts';

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

type Name = Exclude<keyof StaffSettings, 'mails'>;
type Change = {
  name: Name;
  base_updated_at: string | null;
  value: StaffSettings[Name]['value'];
};

/** Saves one setting. If another tab was faster, the screen shows what it saved. */
export function useSaveSetting() {
  const queries = useQueryClient();
  const action = useAction();
  const save = ({ name, ...body }: Change, onSaved: () => void) =>
    action.run(
      staffChangeSetting,
      { params: { name }, body },
      {
        done: (settings) => {
          keepSettings(queries, settings);
          onSaved();
        },
        refused: ({ code, details }) => {
          if (code === 'SETTING_CHANGED') keepSettings(queries, details as StaffSettings);
        },
      },
    );
  return { action, save };
}
