/** Key of the chosen theme in local storage, shared with the public site. */
const THEME_KEY = 'theme';

/** Sets the chosen theme, else the system's. */
export function wearTheme(): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = storedTheme() ?? (isDark ? 'dark' : 'light');
}

/** Toggles the theme, and stores it if the browser allows storage. */
export function toggleTheme(): void {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // Storage is not allowed (private windows): the theme lasts as long as the page.
  }
}

function storedTheme(): 'light' | 'dark' | null {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'dark' || stored === 'light' ? stored : null;
  } catch {
    return null;
  }
}
