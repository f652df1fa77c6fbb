import type { ReactNode } from 'react';
import { useKnownLogin } from '#web/client/session-mark.ts';
import { LeadOn } from '#web/auth/redirect-after-sign-in.tsx';
import { useSession } from '#web/client/session.ts';

/**
 * A screen for those who are not signed in. The server draws both the form and the spinner and html[data-login]
 * chooses before the first paint, so that neither flashes.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const login = useKnownLogin();
  const session = useSession();
  const signedIn = login === true && session.state !== 'signed-out';
  return (
    <>
      {!signedIn && <div className={login === null ? 'if-no-login contents' : 'contents'}>{children}</div>}
      {login === null && (
        <div className="if-login">
          <LeadOn session={session} />
        </div>
      )}
      {signedIn && <LeadOn session={session} />}
    </>
  );
}
