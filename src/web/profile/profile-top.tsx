import { lazy, Suspense, useState } from 'react';
import { Brand } from '#web/layout/brand.tsx';
import { useCartCount } from '#web/cart/cart-count.ts';
import { CartLink } from '#web/layout/cart-link.tsx';
import { ThemeToggle } from '#web/layout/theme-toggle.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { MenuIcon } from '#web/ui/icons.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const loadDrawer = () => import('#web/layout/site-drawer.tsx');
const SiteDrawer = lazy(async () => ({ default: (await loadDrawer()).SiteDrawer }));

/** The head of small screens: the rest of the site is behind its menu. */
export function ProfileTop() {
  const [drawer, setDrawer] = useState(false);
  const cartCount = useCartCount();
  return (
    <header className="profile-top">
      <Brand />
      <div className="flex">
        <ThemeToggle />
        <CartLink count={cartCount} />
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={drawer}
          onPointerEnter={loadDrawer}
          onClick={() => setDrawer(true)}
        >
          <MenuIcon />
        </IconButton>
      </div>
      {drawer && (
        <Suspense>
          <SiteDrawer onClose={() => setDrawer(false)} />
        </Suspense>
      )}
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
