import { useEffect } from 'react';
import { followTheme, toggleTheme } from '#web/layout/theme.ts';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';

/** Light or dark. Which of the two names and icons shows is decided by CSS, so that the server need not know. */
export function ThemeToggle() {
  useEffect(followTheme, []);
  return (
    <button type="button" className="btn-icon" data-early="" onClick={toggleTheme}>
      <span className="when-light">
        <MoonIcon />
        <span className="sr-only">Dark theme</span>
      </span>
      <span className="when-dark">
        <SunIcon />
        <span className="sr-only">Light theme</span>
      </span>
    </button>
  );
}
