import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, OutputOf } from '#contract/call.ts';
import { getForms, uploadForm } from '#contract/client.calls.ts';
import { ApiError, call } from '#web/api/api.ts';
import { useSession } from '#web/api/session.ts';
import { useCall } from '#web/api/use-call.ts';

export type Forms = OutputOf<typeof getForms>;
export type RequiredForm = Forms['required_forms'][number];
export type CompletedForm = Forms['completed_forms'][number];
/** A form submission (product.md §3.11). */
export type Submission = BodyOf<typeof uploadForm>;

/** The required and the completed forms of a client. */
const formsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['forms', userId],
    queryFn: ({ signal }) => call(getForms, { query: { user_id: userId } }, { signal }),
  });

/** The forms of the signed-in client; waits for the session. */
export function useForms() {
  const { user } = useSession();
  return useQuery({ ...formsQuery(user?.id ?? ''), enabled: user !== null });
}

/** Submits a form and waits until the lists have reloaded (product.md §4.10). */
export function useSubmitForm() {
  const queries = useQueryClient();
  const ask = useCall();
  return useMutation({
    mutationFn: (submission: Submission) => ask(uploadForm, { body: submission }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['forms'] }),
    // The form is no longer required, has changed, or was submitted elsewhere: reload the lists.
    onError: (error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status))
        void queries.invalidateQueries({ queryKey: ['forms'] });
    },
  });
}
