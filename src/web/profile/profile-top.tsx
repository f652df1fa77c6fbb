import { Brand } from '#web/layout/brand.tsx';
import { useCartCount } from '#web/cart/cart-count.ts';
import { CartLink } from '#web/layout/cart-link.tsx';
import { SiteMenu } from '#web/layout/site-menu.tsx';
import { ThemeToggle } from '#web/layout/theme-toggle.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The head of small screens: the rest of the site is behind its menu. */
export function ProfileTop() {
  const cartCount = useCartCount();
  return (
    <header className="profile-top">
      <Brand />
      <div className="flex">
        <ThemeToggle />
        <CartLink count={cartCount} />
        <SiteMenu />
      </div>
    </header>
  );
}

/** The same on large screens, to the right of each screen's heading. */
export function ProfileActs() {
  const cartCount = useCartCount();
  return (
    <div className="profile-acts">
      <LinkButton to="/wellness-services" look="ghost">
        Book a visit
      </LinkButton>
      <ThemeToggle />
      <CartLink count={cartCount} />
    </div>
  );
}
