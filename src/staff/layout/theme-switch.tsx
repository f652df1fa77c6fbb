import { toggleTheme } from '#staff/layout/theme.ts';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';

/** Toggles light and dark. CSS shows the label and the icon of the other theme. */
export function ThemeSwitch() {
  return (
    <button type="button" className="btn-icon staff-theme" onClick={toggleTheme}>
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
