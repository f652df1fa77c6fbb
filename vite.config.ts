import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * Modules that travel together are one file instead of a dozen small ones. react-dom has its own file: it is the largest
 * and changes least. Without these groups the landing page loads 27 files instead of 7 (P14: at most 8) and 132.0 kB
 * instead of 123.3 (P11: 130), the first booking 170.9 kB instead of 157.9 (P12: 170); see docs/decisions/0009-first-paint.md.
 */
const CHUNKS = {
  // on every page
  shell: [
    'rolldown.runtime|vite/preload-helper',
    'node_modules/(react|react-router)/',
    'src/web/jsx/',
    'src/web/layout/(?!(queries-frame|site-drawer|after-first-paint|hydrate)\\.)',
    'src/web/ui/(button|link-button|class-names|load-files|load-page|icon|store|toast|visually-hidden|disclosure-menu|close-on-back)\\.',
    'src/web/art/(drawing|type-icon|mark)\\.',
    'node_modules/lucide/dist/esm/icons/(arrow-(right|up)|chevron-(down|left|right)|x|check|circle-alert|menu)\\.',
    'node_modules/lucide/dist/esm/icons/(shopping-bag|moon|sun|eye|eye-off)\\.',
    'content/public/(practice|landing-first-view)\\.',
    'src/web/api/(cart-count|send|session-mark)\\.',
    'src/contract/call\\.',
  ],
  'react-dom': [
    'node_modules/(react-dom/(client|cjs/react-dom-client)|scheduler/)',
    'src/web/layout/hydrate\\.',
  ],
  // the parts of most screens
  kit: [
    'src/web/ui/(field|banner|states|spinner|skeleton|card|badge|use-now|page-heading|long-date)\\.',
    'src/web/ui/keyboard-scroll\\.',
    'src/web/art/leaf\\.',
    'src/domain/(money/money|time/(calendar|zone|wall-time|date-formats)|slots/services)\\.',
    'content/public/(empty-texts|visits)\\.',
    'node_modules/lucide/dist/esm/icons/(arrow-up-right|plus|map-pin|clock|file-text|printer)\\.',
  ],
  // with its style sheet, which most visits never need
  dialog: ['src/web/ui/(dialog|confirm-dialog)\\.tsx'],
  // the page after a payment needs one of them, and not what asks for the others
  calls: ['src/contract/client\\.calls\\.'],
  // server data in the browser
  client: [
    'node_modules/@tanstack/',
    'src/web/api/(api|request|error-messages|query-client|session|next-page|service-text)\\.',
    'src/web/layout/queries-frame\\.',
    'src/web/(services|checkout)/queries\\.',
  ],
};

/** The router reloads the document when a page's code cannot be loaded; our own function retries (decision 0024). */
const RETRIED_ROUTE_MODULES: Plugin = {
  name: 'retried-route-modules',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer = '') =>
    source.endsWith('/routeModules.js') && importer.includes('node_modules/react-router/')
      ? join(import.meta.dirname, 'src/web/layout/load-route-module.ts')
      : null,
  transform: {
    filter: { id: /react-router\/.*\/ssr\/components\.js/ },
    // On hover: a module that could not be preloaded would never be loaded again (load-files.ts).
    handler: (code) => code.replace(/rel: "modulepreload",(?=\s+href,)/, 'rel: "prefetch", as: "script",'),
  },
};

export default defineConfig({
  plugins: [RETRIED_ROUTE_MODULES, tailwindcss(), reactRouter()],
  resolve: {
    alias: { '\0vite/preload-helper.js': join(import.meta.dirname, 'src/web/ui/load-files.ts') },
  },
  // Node would load its two thousand icons for the sixty that pages show.
  ssr: { noExternal: ['lucide'] },
  build: {
    // All files that an import() needs, its own too, which Vite leaves out where it is the only one.
    modulePreload: { resolveDependencies: (file, files) => (files.length > 0 ? files : [file]) },
    // Fonts and drawings stay files: cached for ever, never inside the style sheet.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: Object.entries(CHUNKS).map(([name, paths]) => ({
                name,
                test: new RegExp(paths.join('|')),
              })),
            },
          },
          // A page that needs one constant of a module should not load the module.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
        },
      },
    },
  },
});
