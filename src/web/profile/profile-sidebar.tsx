import { Link, NavLink } from 'react-router';
import { ChevronsUpDown, LogOut, Settings } from 'lucide';
import { sidebarName } from '#domain/people/names.ts';
import { Brand } from '#web/layout/brand.tsx';
import { SIDEBAR_LINKS } from '#web/profile/profile-links.ts';
import type { User } from '#web/api/session.ts';
import { SignOutButton } from '#web/api/sign-out-button.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { DisclosureMenu } from '#web/ui/disclosure-menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Navigation on large screens, with the user menu at the bottom (product.md §2.11.2). */
export function ProfileSidebar({ user }: { user: User | null }) {
  return (
    <aside className="hidden lg:flex lg:flex-col lg:border-r lg:border-line lg:bg-surface no-print lg:sticky lg:top-0 lg:h-screen lg:p-4 on-surface">
      <Brand className="mt-1 mb-6 ml-1" />
      <nav aria-label="Profile" className="flex-1 overflow-y-auto">
        <ul className="grid gap-0.5">
          {SIDEBAR_LINKS.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/profile'}
                prefetch="intent"
                className="profile-side-link flex items-center gap-3 min-h-[2.9rem] px-3.5"
              >
                <Icon of={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {user ? <UserMenu user={user} /> : <UserMenuSkeleton />}
    </aside>
  );
}

function UserMenu({ user }: { user: User }) {
  const name = sidebarName(user);
  return (
    <DisclosureMenu
      up
      hideChevron
      buttonClassName="profile-user"
      panelClassName="w-full min-w-0"
      label={
        <>
          <Avatar name={name} photo={user.photo} />
          <span className="min-w-0 flex-1 overflow-hidden text-ellipsis">{name}</span>
          <Icon of={ChevronsUpDown} className="text-muted" />
        </>
      }
    >
      <Link to="/profile/settings" className="menu-item">
        <Icon of={Settings} />
        Settings
      </Link>
      <SignOutButton className="menu-item w-full">
        <Icon of={LogOut} />
        Sign Out
      </SignOutButton>
    </DisclosureMenu>
  );
}

function UserMenuSkeleton() {
  return (
    <div className="profile-user" aria-hidden="true">
      <Skeleton round className="size-10" />
      <Skeleton className="h-4 w-28" />
    </div>
  );
}
