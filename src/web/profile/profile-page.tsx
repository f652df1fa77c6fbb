import './profile.css';

import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { pageMeta } from '#web/layout/page-meta.ts';
import { BackToTop } from '#web/layout/back-to-top.tsx';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { ProfileBottomBar } from '#web/profile/profile-bottom-bar.tsx';
import { ProfileSidebar } from '#web/profile/profile-sidebar.tsx';
import { ProfileActs, ProfileTop } from '#web/profile/profile-top.tsx';
import { withNext } from '#web/client/next-page.ts';
import { type User, useSession } from '#web/client/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import type { Route } from './+types/profile-page.ts';

const FinishProfile = onDemand(
  async () => (await import('#web/profile/settings/finish-profile.tsx')).FinishProfile,
  <Spinner tall />,
);

export const handle: FrameHandle = { frame: 'bare' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Profile', noIndex: true });

/** The guard of the client area and the shell around its screens (product.md §2.11). */
export default function ProfilePage() {
  const { state, user, hasProfileData, error, refetch } = useSession();
  const { pathname } = useLocation();

  if (state === 'signed-out') return <Navigate to="/" replace />;
  if (state === 'no-record') return <Navigate to={withNext('/create-account', pathname)} replace />;
  if (error !== null)
    return (
      <ProfileShell user={null}>
        <FailedState tall message={error} onRetry={() => void refetch()} />
      </ProfileShell>
    );
  if (!user)
    return (
      <ProfileShell user={null}>
        <Spinner tall />
      </ProfileShell>
    );
  // An imported record may lack what a booking needs; only Settings stays open beside it.
  const unfinished = !hasProfileData && pathname !== '/profile/settings';
  return (
    <ProfileShell user={user}>
      <ProfileActs />
      {unfinished ? <FinishProfile user={user} /> : <Outlet />}
    </ProfileShell>
  );
}

function ProfileShell({ user, children }: { user: User | null; children: ReactNode }) {
  return (
    <div className="profile-shell">
      <ProfileSidebar user={user} />
      <ProfileTop />
      <main id="main" tabIndex={-1} className="profile-main">
        <div className="mx-auto max-w-[68rem]">{children}</div>
      </main>
      <ProfileBottomBar />
      <BackToTop />
    </div>
  );
}
