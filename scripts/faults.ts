import { runRows } from './lib/run-suite.ts';

// npm run faults -- [r07 r08 …]: every row of tests/faults in its full size; keeps docs/figures-faults.md.
process.exitCode = await runRows({
  folder: 'tests/faults',
  page: 'docs/figures-faults.md',
  wanted: process.argv.slice(2),
  rows: Array.from({ length: 22 }, (_, n) => `R${n + 1}`),
  introduction: `# Figures of the faults

The last results of \`npm run faults\`: every fault in full size, each file alone and one after the other.

- PASSED: the goal is met. FAILED: it is not.
- \`load\` is the machine's load average after the row. If it is above the number of cores, other work ran at the same time, and times say
  little. Counts (lost, overlapping, failed) always have to be what the goal says.
`,
});
