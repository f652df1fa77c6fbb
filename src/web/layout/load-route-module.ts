import { loadFiles } from '#web/ui/load-files.ts';
import { loadPage } from '#web/ui/load-page.ts';

type RouteWithModule = { id: string; module: string; imports?: readonly string[] };

/**
 * Loads the code of a page. Replaces the router's function of this name (vite.config.ts), which reloads the document after
 * a failure, so the current page would lose what was typed in it.
 */
export const loadRouteModule = async <Module>(
  route: RouteWithModule,
  cache: Record<string, Module>,
): Promise<Module> =>
  (cache[route.id] ??= await loadPage(async () => {
    await loadFiles([route.module, ...(route.imports ?? [])]);
    return (await import(/* @vite-ignore */ route.module)) as Module;
  }));
