import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { nextPage, withNext } from '#web/api/next-page.ts';
import { useSessionMark } from '#web/api/session-mark.ts';
import { type Session, useSession } from '#web/api/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';

/**
 * A screen for visitors who are not signed in. The server renders both the form and the spinner, and
 * html[data-signed-in] selects one before the first paint, so that neither flashes.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const mark = useSessionMark();
  const session = useSession();
  const signedIn = mark === true && session.state !== 'signed-out';
  return (
    <>
      {!signedIn && <div className={mark === null ? 'if-signed-out contents' : 'contents'}>{children}</div>}
      {mark === null && (
        <div className="if-signed-in">
          <RedirectAfterSignIn session={session} />
        </div>
      )}
      {signedIn && <RedirectAfterSignIn session={session} />}
    </>
  );
}

/** Shown to signed-in clients in place of a screen for visitors: a spinner, then a redirect to the requested page. */
function RedirectAfterSignIn({ session: { state, error, refetch } }: { session: Session }) {
  const next = nextPage(useLocation().search);
  if (error !== null) return <FailedState tall message={error} onRetry={() => void refetch()} />;
  if (state === 'ready') return <Navigate to={next} replace />;
  // An invitation gives the client a record.
  if (state === 'no-record' && next === '/claim') return <Navigate to={next} replace />;
  if (state === 'no-record') return <Navigate to={withNext('/create-account', next)} replace />;
  return <Spinner tall />;
}
