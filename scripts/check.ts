import { runChecks } from './lib/run-checks.ts';

// npm run check: everything that can be said about the code without running it.
// npm run check -- types format    only the checks whose name starts so
const { passed, failed } = await runChecks(process.argv.slice(2), (text) => console.log(text));
console.log(`checks: ${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
