import { Brand } from '#web/layout/brand.tsx';
import { CartLink } from '#web/layout/cart-link.tsx';
import { SiteMenu } from '#web/layout/site-menu.tsx';
import { ThemeToggle } from '#web/layout/theme-toggle.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The head of small screens: the rest of the site is behind its menu. */
export function ProfileTop() {
  return (
    <header className="profile-top">
      <Brand />
      <div className="flex">
        <ThemeToggle />
        <CartLink />
        <SiteMenu />
      </div>
    </header>
  );
}

/** The same on large screens, to the right of each screen's heading. */
export function ProfileActs() {
  return (
    <div className="profile-acts">
      <LinkButton to="/wellness-services" look="ghost">
        Book a visit
      </LinkButton>
      <ThemeToggle />
      <CartLink />
    </div>
  );
}
