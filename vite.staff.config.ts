import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The staff area is a build of its own, so that none of it reaches the pages of clients. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/staff'),
  base: '/staff/',
  publicDir: false,
  plugins: [tailwindcss()],
  resolve: {
    alias: { '\0vite/preload-helper.js': join(import.meta.dirname, 'src/web/ui/load-files.ts') },
  },
  build: {
    outDir: join(import.meta.dirname, 'build/staff'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // As for the public site (vite.config.ts).
      resolveDependencies: (file, files) => (files.length > 0 ? files : [file]),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the first screen needs, in two files: ours, and the libraries, which stay cached over most releases. By
          // default the bundler makes a file of everything that two screens share; a dozen of them cost a phone more
          // round trips than bytes.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'first-screen', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
