import { staffSubmission } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { HEALTH } from '#staff/api/unlock.ts';

/** What a client handed in, with what changed since the time before. */
export const submissionQuery = (id: string) => ({
  queryKey: [HEALTH, 'submission', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callStaff(staffSubmission, { params: { id } }, { signal }),
});
