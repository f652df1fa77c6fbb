import type { ReactNode } from 'react';
import { useSessionMark } from '#web/client/session-mark.ts';
import { RedirectAfterSignIn } from '#web/auth/redirect-after-sign-in.tsx';
import { useSession } from '#web/client/session.ts';

/**
 * A screen for those who are not signed in. The server draws both the form and the spinner and html[data-signed-in]
 * chooses before the first paint, so that neither flashes.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const login = useSessionMark();
  const session = useSession();
  const signedIn = login === true && session.state !== 'signed-out';
  return (
    <>
      {!signedIn && <div className={login === null ? 'if-signed-out contents' : 'contents'}>{children}</div>}
      {login === null && (
        <div className="if-signed-in">
          <RedirectAfterSignIn session={session} />
        </div>
      )}
      {signedIn && <RedirectAfterSignIn session={session} />}
    </>
  );
}
