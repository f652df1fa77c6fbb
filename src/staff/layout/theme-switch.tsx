import { toggleTheme } from '#staff/layout/theme.ts';
import { IconButton } from '#web/ui/button.tsx';
import { MoonIcon } from '#web/ui/icons.tsx';

export function ThemeSwitch() {
  return (
    <IconButton label="Light or dark" className="staff-theme" onClick={toggleTheme}>
      <MoonIcon />
    </IconButton>
  );
}
