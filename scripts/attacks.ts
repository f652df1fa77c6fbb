import { runRows } from './lib/run-suite.ts';

// npm run attacks -- [s04 s07 …]: every row of tests/attacks in its full size; keeps docs/figures-attacks.md.
process.exitCode = await runRows({
  folder: 'tests/attacks',
  page: 'docs/figures-attacks.md',
  wanted: process.argv.slice(2),
  rows: Array.from({ length: 15 }, (_, n) => `S${n + 1}`),
  introduction: `# Figures of the attacks

The last results of \`npm run attacks\`: every row of "let no one in" in full size, each file alone and one after the other.

- PASSED: nothing got through. FAILED: something did. SKIPPED: this machine lacks what the row needs.
- \`load\` is the machine's load average after the row.
- S4 compares times of neighbouring requests only, so that other work on the machine affects both alike. Everything else is counted, and
  does not depend on the machine.
`,
});
