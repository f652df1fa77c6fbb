import { queryOptions } from '@tanstack/react-query';
import { staffForm, staffForms } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';

/** Every form; those that are asked come first. */
export const formsQuery = queryOptions({
  queryKey: ['staff', 'forms'],
  queryFn: ({ signal }) => callStaff(staffForms, {}, { signal }),
});

/** A form with its draft. */
export const formQuery = (key: string) =>
  queryOptions({
    queryKey: ['staff', 'forms', key],
    queryFn: ({ signal }) => callStaff(staffForm, { params: { key } }, { signal }),
  });
