import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The staff area is a build of its own, so that none of it reaches the pages of clients. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/staff'),
  base: '/staff/',
  publicDir: false,
  plugins: [tailwindcss()],
  build: {
    outDir: join(import.meta.dirname, 'build/staff'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
