import './profile.css';

import type { ReactNode } from 'react';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { withNext } from '#web/api/next-page.ts';
import { type User, useSession } from '#web/api/session.ts';
import { BackToTop } from '#web/layout/back-to-top.tsx';
import { Brand } from '#web/layout/brand.tsx';
import { CartLink } from '#web/layout/cart-link.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { SiteMenu } from '#web/layout/site-menu.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { BOTTOM_LINKS } from '#web/profile/profile-links.ts';
import { ProfileSidebar } from '#web/profile/profile-sidebar.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/profile-page.ts';

const FinishProfile = onDemand(
  async () => (await import('#web/profile/settings/finish-profile.tsx')).FinishProfile,
  <Spinner tall />,
);

export const handle: FrameHandle = { frame: 'bare' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Profile', noIndex: true });

/** The auth guard of the client area and the layout of its screens (product.md §2.11). */
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
  // An imported record may lack what a booking needs; then only Settings is open.
  const unfinished = !hasProfileData && pathname !== '/profile/settings';
  return (
    <ProfileShell user={user}>
      <ProfileActions />
      {unfinished ? <FinishProfile user={user} /> : <Outlet />}
    </ProfileShell>
  );
}

function ProfileShell({ user, children }: { user: User | null; children: ReactNode }) {
  return (
    <div className="profile-shell grid flex-1 min-h-dvh lg:grid-cols-[16.5rem_minmax(0,1fr)] print:block print:min-h-0">
      <ProfileSidebar user={user} />
      <ProfileHeader />
      <main id="main" tabIndex={-1} className="profile-main">
        <div className="mx-auto max-w-[68rem]">{children}</div>
      </main>
      <ProfileBottomBar />
      <BackToTop />
    </div>
  );
}

/** Navigation on phones (product.md §2.11.3), above the home indicator. */
function ProfileBottomBar() {
  return (
    <nav aria-label="Profile" className="bottom-bar">
      {BOTTOM_LINKS.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} end={to === '/profile'}>
          <Icon of={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** The header on small screens, with the menu of the site. */
function ProfileHeader() {
  return (
    <header className="profile-top sticky top-0 z-20 min-h-[var(--header-height)]">
      <Brand />
      <div className="flex">
        <ThemeToggle />
        <CartLink />
        <SiteMenu />
      </div>
    </header>
  );
}

/** The same on large screens, to the right of each heading. */
function ProfileActions() {
  return (
    <div className="no-print hidden float-right gap-1 -mt-3 -mr-2 ml-4 lg:flex">
      <LinkButton to="/wellness-services" look="ghost">
        Book a visit
      </LinkButton>
      <ThemeToggle />
      <CartLink />
    </div>
  );
}
