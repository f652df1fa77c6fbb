import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// npm start: the app, with everything it needs. src/server/main.ts tells the rest from top to bottom.

// A third of a start is Node reading sources: what it made of them is kept beside the packages, for the next start.
// Where nothing may be written there it does without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// React decides by NODE_ENV, at the moment it is loaded, whether to be twice as slow with checks for developers.
// A site that runs wants the fast one whatever its owner calls the environment, so it is loaded first.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
await Promise.all(['react', 'react/jsx-runtime', 'react-dom/server'].map((name) => import(name)));
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;

const { main } = await import('#server/main.ts');
await main();
