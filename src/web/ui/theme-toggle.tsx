import { useEffect } from 'react';
import { Moon, Sun } from 'lucide';
import { followTheme, toggleTheme } from '#web/ui/theme.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Toggles light and dark. CSS selects the label and icon, because the server does not know the theme. */
export function ThemeToggle() {
  useEffect(followTheme, []);
  return (
    <button type="button" className="btn-icon" data-early="" onClick={toggleTheme}>
      <span className="when-light">
        <Icon of={Moon} />
        <span className="sr-only">Dark theme</span>
      </span>
      <span className="when-dark">
        <Icon of={Sun} />
        <span className="sr-only">Light theme</span>
      </span>
    </button>
  );
}
