import { runRows } from './lib/run-suite.ts';

// npm run faults -- [r07 r08 …]: every row of tests/faults in its full size; keeps docs/figures-faults.md.
process.exitCode = await runRows({
  folder: 'tests/faults',
  page: 'docs/figures-faults.md',
  wanted: process.argv.slice(2),
  rows: Array.from({ length: 22 }, (_, n) => `R${n + 1}`),
  introduction: `# Figures of the faults

The last results of \`npm run faults\`. [goals.md](goals.md) has the goals and verdicts. The load is that
after the row. Above the number of cores, times say little; counts hold all the same.
`,
});
