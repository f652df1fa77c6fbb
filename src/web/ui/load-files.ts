const loading = new Map<string, Promise<void>>();

/**
 * Loads the files of a part of the site, before it is imported. Chromium before 156 never asks again for a module that it
 * could not load once, nor for one that imports it; what was only fetched can be fetched again (decision 0024).
 */
export const loadFiles = (paths: readonly string[]): Promise<unknown> => Promise.all(paths.map(loadOnce));

/** Replaces Vite's function of this name, which is called for each `import()` (vite.config.ts, vite.staff.config.ts). */
export async function __vitePreload<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await loadFiles(files.map((file) => import.meta.env.BASE_URL + file));
  return await importModule();
}

function loadOnce(path: string): Promise<void> {
  const file =
    loading.get(path) ??
    loadFile(path).catch((error: unknown) => {
      loading.delete(path);
      throw error;
    });
  loading.set(path, file);
  return file;
}

/** Fetches a file into the browser's cache, from where it is imported. */
async function loadFile(path: string): Promise<void> {
  // The page came with it.
  if (document.querySelector(`:is([href="${path}"], [src="${path}"]):not([rel=prefetch])`)) return;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`No file ${path}`, { cause: response.status });
  await response.blob();
  if (path.endsWith('.css')) await addStyleSheet(path);
}

const addStyleSheet = (href: string): Promise<unknown> =>
  new Promise((resolve) => {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: resolve }));
  });
