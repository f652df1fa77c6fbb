import { Navigate, useLocation } from 'react-router';
import { nextPage, withNext } from '#web/client/next-page.ts';
import type { Session } from '#web/client/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';

/** Shown to signed-in clients in place of a screen for visitors: a spinner, then a redirect to the requested page. */
export function RedirectAfterSignIn({ session: { state, error, refetch } }: { session: Session }) {
  const next = nextPage(useLocation().search);
  if (error !== null) return <FailedState tall message={error} onRetry={() => void refetch()} />;
  if (state === 'ready') return <Navigate to={next} replace />;
  if (state === 'no-record') return <Navigate to={withNext('/create-account', next)} replace />;
  return <Spinner tall />;
}
