import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { main as Main } from '#server/main.ts';

// npm start: the built app, with everything it needs; see src/server/main.ts and vite.server.config.ts.

// A third of a start is Node compiling sources. The compiled code is cached next to the packages, if that folder can be
// written.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// React reads NODE_ENV when it is loaded: its development build is twice as slow. So the production build is loaded first,
// for every NODE_ENV.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
await Promise.all(['react', 'react/jsx-runtime', 'react-dom/server'].map((name) => import(name)));
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;

const built = join(import.meta.dirname, '../build/app/main.js');
if (!existsSync(built)) {
  console.error(`The server is not built: ${built} is missing. Run "npm run build".`);
  process.exit(1);
}
const { main } = (await import(pathToFileURL(built).href)) as { main: typeof Main };
await main();
