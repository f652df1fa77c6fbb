import type { ReactNode } from 'react';
import { useSessionMark } from '#web/client/session-mark.ts';
import { RedirectAfterSignIn } from '#web/auth/redirect-after-sign-in.tsx';
import { useSession } from '#web/client/session.ts';

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
