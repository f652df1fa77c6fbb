import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { declineSuggestion, getSuggestions } from '#contract/client.calls.ts';
import type { Suggestion } from '#contract/suggestions.schemas.ts';
import { type ApiError, call } from '#web/api/api.ts';
import { useSession } from '#web/api/session.ts';

/** `declined`: in this browser, a moment ago. */
export type ShownSuggestion = Suggestion & { declined?: true };

/** What is suggested to a client. Its times change with every booking, so they are asked for whenever they are shown. */
const suggestionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['suggestions', userId],
    queryFn: async ({ signal }): Promise<ShownSuggestion[]> =>
      (await call(getSuggestions, {}, { signal })).suggestions,
    staleTime: 0,
  });

const NONE: ShownSuggestion[] = [];

/** The suggestions of the signed-in client; none while they are loading. */
export function useSuggestions(): ShownSuggestion[] {
  const { user } = useSession();
  return useQuery({ ...suggestionsQuery(user?.id ?? ''), enabled: user !== null }).data ?? NONE;
}

/** Declines a suggestion. It stays in the list, marked, so that its card can say so. */
export function useDecline() {
  const queries = useQueryClient();
  return useMutation<{ id: string }, ApiError, string>({
    mutationFn: (id) => call(declineSuggestion, { body: { id } }),
    onSuccess: ({ id }) =>
      queries.setQueriesData<ShownSuggestion[]>({ queryKey: ['suggestions'] }, (list) =>
        list?.map((each) => (each.id === id ? { ...each, declined: true } : each)),
      ),
  });
}
