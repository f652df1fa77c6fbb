import { Navigate, useLocation } from 'react-router';
import { nextPage, withNext } from '#web/client/next-page.ts';
import type { Session } from '#web/client/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';

/** What a screen for visitors shows to somebody who is signed in: a spinner, then the page that was asked for. */
export function RedirectAfterSignIn({ session: { state, error, refetch } }: { session: Session }) {
  const next = nextPage(useLocation().search);
  if (error !== null) return <FailedState tall message={error} onRetry={() => void refetch()} />;
  if (state === 'ready') return <Navigate to={next} replace />;
  if (state === 'no-record') return <Navigate to={withNext('/create-account', next)} replace />;
  return <Spinner tall />;
}
