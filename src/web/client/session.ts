import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getUser } from '#contract/users.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { hasProfileData } from '#domain/profile.ts';
import { ApiError, call } from '#web/client/api.ts';
import { useSessionMark } from '#web/client/session-mark.ts';
import { fallbackMessage, errorMessage } from '#web/client/error-messages.ts';

type Account = OutputOf<typeof getUser>;

/** The user record of the client who is signed in (product.md §3.1). */
export type User = NonNullable<Account['data']>;

/** The auth gate (product.md §4.6): `no-record` is a session without a profile record. */
type SessionState = 'loading' | 'signed-out' | 'no-record' | 'ready';

export type Session = {
  /** `loading` together with `error` means that asking has failed: show the error and "Try again". */
  state: SessionState;
  /** There exactly when the state is `ready`. */
  user: User | null;
  /** Pronouns, birthdate and phone are there: may see availability, book and pay (rules.md §1). */
  hasProfileData: boolean;
  /** The practice's e-mail address, which only clients who are signed in may see; else ''. */
  contact_email: string;
  /** Whose page takes the payment; null while unknown. */
  payment_provider: Account['payment_provider'] | null;
  /** The address that the login belongs to; '' while unknown. */
  email: string;
  /** The words of a failed question, else null. */
  error: string | null;
  refetch: () => Promise<unknown>;
};

/** Who is signed in, as the server says. Only asked while the cookie `login=1` is there. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getUser, {}, { signal }),
  staleTime: 60_000,
});

/** Who is signed in. Read it wherever a page has to know; the answer is asked for once and shared. */
export function useSession(): Session {
  const login = useSessionMark();
  const query = useQuery({ ...sessionQuery, enabled: login === true });
  const account = login ? query.data : undefined;
  const user = account?.data ?? null;
  return {
    state: stateOf(login, account, query.error),
    user,
    hasProfileData: hasProfileData(user),
    contact_email: account?.contact_email ?? '',
    payment_provider: account?.payment_provider ?? null,
    email: account?.email ?? '',
    error: login && !account && query.error && !isSignedOut(query.error) ? failureWords(query.error) : null,
    refetch: query.refetch,
  };
}

/**
 * Takes over a record that the server has just answered with, without asking again. An answer that is still on its way
 * may be older and is not waited for.
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

function stateOf(login: boolean | null, account: Account | undefined, error: Error | null): SessionState {
  if (login === false || isSignedOut(error)) return 'signed-out';
  if (!account) return 'loading';
  return account.data ? 'ready' : 'no-record';
}

const isSignedOut = (error: Error | null) => error instanceof ApiError && error.status === 401;

/** 'Failed to fetch user data: {reason}', or the server's own message (product.md §8.5). */
function failureWords(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 0)
    return errorMessage(error, fallbackMessage(getUser));
  const reason = error.code === 'TIMEOUT' ? 'the server took too long to answer' : 'no connection';
  return `${fallbackMessage(getUser)}: ${reason}`;
}
