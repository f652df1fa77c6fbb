import { NavLink } from 'react-router';
import { BOTTOM_LINKS } from '#web/profile/profile-links.ts';

/** Navigation of phones (product.md §2.11.3); keeps clear of the home indicator. */
export function ProfileBottomBar() {
  return (
    <nav aria-label="Profile" className="bottom-bar">
      {BOTTOM_LINKS.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} end={to === '/profile'}>
          <Icon />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
