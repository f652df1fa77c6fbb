import { runRows } from './lib/run-suite.ts';

// npm run attacks -- [s04 s07 …]: every row of tests/attacks in its full size; keeps docs/figures-attacks.md.
process.exitCode = await runRows({
  folder: 'tests/attacks',
  page: 'docs/figures-attacks.md',
  wanted: process.argv.slice(2),
  rows: Array.from({ length: 15 }, (_, n) => `S${n + 1}`),
  introduction: `# Figures of the attacks

What \`npm run attacks\` found last: every row of "let no one in" in its full size, each file alone and one after the other.
PASSED: nothing got through. FAILED: something did. SKIPPED: what it needs is not on this machine. \`load\` is the machine's
load average after the row. S4 compares times of neighbouring requests only, so that other work on the machine falls on
both sides alike; everything else is counted, and does not depend on the machine.
`,
});
