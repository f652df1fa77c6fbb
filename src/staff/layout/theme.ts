/** Key of the chosen theme in local storage, shared with the public site. */
const THEME_KEY = 'theme';

/** Wears the chosen theme, else the system's, and follows other tabs and the system. */
export function wearTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const update = () => {
    document.documentElement.dataset.theme = storedTheme() ?? (system.matches ? 'dark' : 'light');
  };
  update();
  system.addEventListener('change', update);
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_KEY || event.key === null) update();
  });
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
