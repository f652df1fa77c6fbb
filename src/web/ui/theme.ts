/** Key of the chosen theme in local storage: 'light' or 'dark' as a plain string (product.md §2.3.6). */
export const THEME_KEY = 'theme';

type Theme = 'light' | 'dark';

function storedTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'dark' || stored === 'light' ? stored : null;
  } catch {
    return null;
  }
}

/** Disables transitions while the theme changes, so that all colours change at once. */
function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset.themeChanging = '';
  dataset.theme = theme;
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.themeChanging));
}

/** Shows the chosen theme, else the system's. */
export function showTheme(): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  show(storedTheme() ?? (isDark ? 'dark' : 'light'));
}

/** Toggles the theme, and stores it if the browser allows storage. */
export function toggleTheme(): void {
  const next: Theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  show(next);
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // Storage is not allowed (private windows): the theme lasts as long as the page.
  }
}

/** Follows the other tabs, and the system until a theme is chosen. Returns a function that stops it. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) showTheme();
  };
  system.addEventListener('change', showTheme);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', showTheme);
    window.removeEventListener('storage', onStorage);
  };
}
