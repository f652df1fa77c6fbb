import { main } from '#server/main.ts';
import { createDevPages } from './lib/dev-pages.ts';

// npm run dev: the app, with pages that change as their files do.
await main({ development: createDevPages });
