import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The server with its packages in a few files: Node loads them in half the time of a thousand modules
 * (docs/decisions/0027-what-a-start-installs.md). A module finds the project's other files by the names that package.json
 * gives them, createRequire(import.meta.url).resolve('#root/…'): they are the same from the sources and from here.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(import.meta.dirname, 'build/app'),
    reportCompressedSize: false,
    sourcemap: true,
    rolldownOptions: {
      // What runs is what Vitest tests: with either of these the bundler drops the call in
      // `try { decodeURIComponent(path); } catch`, which is there to throw.
      treeshake: false,
      input: {
        main: 'src/server/main.ts',
        'zip-worker': 'src/server/export/zip-worker.ts',
        'everything-worker': 'src/server/export/everything-worker.ts',
        'calendar-worker': 'src/server/calendars/calendar-worker.ts',
      },
      output: {
        minify: false,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // The sources are beside the build.
        sourcemapExcludeSources: true,
        // A file of their own: a stack of our code then reads the map of our code only (runtime/source-positions.ts).
        codeSplitting: {
          groups: [{ name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ }],
        },
      },
    },
  },
  ssr: {
    noExternal: true,
    external: [
      // The pages' own build imports them too, and there is one React in a process.
      'react',
      'react-dom',
      'react-router',
      // Native code.
      '@node-rs/argon2',
      // Loaded only where they are used.
      '@aws-sdk/client-cognito-identity-provider',
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      '@simplewebauthn/server',
      'nodemailer',
    ],
  },
});
