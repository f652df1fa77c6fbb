import { useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { Brand } from '#web/layout/brand.tsx';
import { CartLink } from '#web/layout/cart-link.tsx';
import { ABOUT_LINKS, DISCIPLINES, PAGE_LINKS, servicesOf } from '#web/layout/nav-links.ts';
import { SiteMenu } from '#web/layout/site-menu.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DisclosureMenu } from '#web/ui/disclosure-menu.tsx';

/**
 * Brand, navigation, and either Sign in and Sign up or cart and profile. The markup has both; html[data-signed-in] selects
 * one before the first paint.
 */
export function SiteHeader() {
  const { pathname } = useLocation();
  useScrolledMark();

  return (
    <header className="site-header sticky top-0 z-30">
      <div className="min-h-[var(--header-height)] wrap flex items-center gap-2">
        <Brand className="mr-auto lg:mr-6" />
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex gap-0.5">
            <li>
              <DisclosureMenu
                hover
                label="Services"
                buttonClassName={classNames('nav-link', pathname === '/wellness-services' && 'is-current')}
              >
                {DISCIPLINES.map(({ label, type }) => (
                  <Link
                    key={type}
                    {...servicesOf(type)}
                    prefetch="intent"
                    className={classNames('menu-item', tintClassOf(type))}
                  >
                    <TypeIcon type={type} className="size-6.5" />
                    {label}
                  </Link>
                ))}
              </DisclosureMenu>
            </li>
            {PAGE_LINKS.map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} prefetch="intent" viewTransition className="nav-link">
                  {label}
                </NavLink>
              </li>
            ))}
            <li>
              <DisclosureMenu
                hover
                label="About"
                buttonClassName={classNames('nav-link', pathname === '/about' && 'is-current')}
              >
                {ABOUT_LINKS.map(({ label, to }) => (
                  <Link key={to} to={to} prefetch="intent" className="menu-item">
                    {label}
                  </Link>
                ))}
              </DisclosureMenu>
            </li>
          </ul>
        </nav>
        <div className="flex items-center max-lg:-mr-2 lg:ml-auto lg:gap-1">
          <ThemeToggle />
          <Link
            to="/sign-in"
            prefetch="intent"
            className={`${buttonClass({ look: 'ghost' })} if-signed-out max-lg:hidden`}
          >
            Sign in
          </Link>
          <Link
            to="/sign-up"
            prefetch="intent"
            className={`${buttonClass({ look: 'secondary' })} if-signed-out max-lg:hidden`}
          >
            Sign up
          </Link>
          <CartLink className="if-signed-in" />
          <Link
            to="/profile"
            prefetch="intent"
            className={`${buttonClass({ look: 'secondary' })} if-signed-in max-lg:hidden`}
          >
            Profile
          </Link>
          <SiteMenu className="lg:hidden" />
        </div>
      </div>
    </header>
  );
}

/** Marks html while the page is scrolled, so that the header has a border. */
function useScrolledMark(): void {
  useEffect(() => {
    const look = () => document.documentElement.toggleAttribute('data-scrolled', window.scrollY > 4);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
}
