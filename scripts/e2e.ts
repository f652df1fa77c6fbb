import { runBrowserTests } from './lib/run-browser-tests.ts';

// npm run e2e: the browser tests, or those named: npm run e2e -- tests/e2e/public.spec.ts -g "skip link"
process.exitCode = await runBrowserTests(process.argv.slice(2), process.env);
