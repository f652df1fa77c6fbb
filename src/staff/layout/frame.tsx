import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { toggleTheme } from '#staff/layout/theme.ts';
import { IconButton } from '#web/ui/button.tsx';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import { CalendarDaysIcon } from '#web/ui/icons/calendar-days.tsx';
import { ToastOutlet } from '#web/ui/toast.tsx';

/** The frame around every screen: a rail on the left, a bar at the bottom on phones. */
export function Frame() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="staff-frame">
        <nav className="staff-rail no-print" aria-label="Staff area">
          <NavLink to="/" end>
            <SunIcon />
            <span>Today</span>
          </NavLink>
          <NavLink to="/calendar">
            <CalendarDaysIcon />
            <span>Calendar</span>
          </NavLink>
          <IconButton label="Light or dark" className="staff-theme" onClick={toggleTheme}>
            <MoonIcon />
          </IconButton>
        </nav>
        <div className="staff-column">
          <Outlet />
        </div>
      </div>
      <ToastOutlet />
    </>
  );
}
