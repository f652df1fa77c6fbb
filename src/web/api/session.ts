import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getUser } from '#contract/client.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { hasProfileData } from '#domain/people/profile.ts';
import { ApiError, call } from '#web/api/api.ts';
import { useSessionMark } from '#web/api/session-mark.ts';
import { fallbackMessage, errorMessage } from '#web/api/error-messages.ts';

type Account = OutputOf<typeof getUser>;

/** The user record of the client who is signed in (product.md §3.1). */
export type User = NonNullable<Account['data']>;

/** The auth gate (product.md §4.6): `no-record` is a session without a profile record. */
type SessionState = 'loading' | 'signed-out' | 'no-record' | 'ready';

export type Session = {
  /** `loading` together with an `error` means that the request failed: show the error and "Try again". */
  state: SessionState;
  /** Not null exactly when the state is `ready`. */
  user: User | null;
  /** Pronouns, birthdate and phone are given: the client may see availability, book and pay (rules.md §1). */
  hasProfileData: boolean;
  /** Whether the client may book what is for known clients; null while unknown. */
  is_known: boolean | null;
  /** The practice's e-mail address, which only signed-in clients may see; else ''. */
  contact_email: string;
  /** The provider of the payment page; null while unknown. */
  payment_provider: Account['payment_provider'] | null;
  /** The e-mail address of the session; '' while unknown. */
  email: string;
  /** The message of a failed request, else null. */
  error: string | null;
  refetch: () => Promise<unknown>;
};

/** Who is signed in, according to the server. Requested only while the cookie `login=1` is set. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getUser, {}, { signal }),
  staleTime: 60_000,
});

/** Who is signed in. All components share one request. */
export function useSession(): Session {
  const mark = useSessionMark();
  const query = useQuery({ ...sessionQuery, enabled: mark === true });
  const account = mark ? query.data : undefined;
  const user = account?.data ?? null;
  return {
    state: stateOf(mark, account, query.error),
    user,
    hasProfileData: hasProfileData(user),
    is_known: account?.is_known ?? null,
    contact_email: account?.contact_email ?? '',
    payment_provider: account?.payment_provider ?? null,
    email: account?.email ?? '',
    error: mark && !account && query.error && !isSignedOut(query.error) ? failureMessage(query.error) : null,
    refetch: query.refetch,
  };
}

/**
 * Writes a record that the server has just returned into the cache, without another request. Cancels pending requests,
 * because their responses may be older.
 */
export function useKeepUser(): (change: User | ((user: User) => User)) => Promise<void> {
  const queries = useQueryClient();
  return async (change) => {
    await queries.cancelQueries({ queryKey: sessionQuery.queryKey });
    queries.setQueryData(sessionQuery.queryKey, (account) => {
      if (!account) return account;
      if (typeof change !== 'function') return { ...account, data: change };
      return account.data ? { ...account, data: change(account.data) } : account;
    });
  };
}

function stateOf(mark: boolean | null, account: Account | undefined, error: Error | null): SessionState {
  if (mark === false || isSignedOut(error)) return 'signed-out';
  if (!account) return 'loading';
  return account.data ? 'ready' : 'no-record';
}

const isSignedOut = (error: Error | null) => error instanceof ApiError && error.status === 401;

/** 'Failed to fetch user data: {reason}', or the server's own message (product.md §8.5). */
function failureMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 0)
    return errorMessage(error, fallbackMessage(getUser));
  const reason = error.code === 'TIMEOUT' ? 'the server took too long to answer' : 'no connection';
  return `${fallbackMessage(getUser)}: ${reason}`;
}
