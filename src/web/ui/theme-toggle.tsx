import { useEffect } from 'react';
import { MoonIcon, SunIcon } from 'lucide-react';
import { followTheme, toggleTheme } from '#web/ui/theme.ts';

/** Toggles light and dark. CSS selects the label and icon, because the server does not know the theme. */
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
