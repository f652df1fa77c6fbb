import { runRows } from './lib/run-suite.ts';

// npm run attacks -- [s04 s07 …]: every row of tests/attacks in its full size; keeps docs/figures-attacks.md.
process.exitCode = await runRows({
  folder: 'tests/attacks',
  page: 'docs/figures-attacks.md',
  wanted: process.argv.slice(2),
  rows: Array.from({ length: 15 }, (_, n) => `S${n + 1}`),
  introduction: `# Figures of the attacks

The last results of \`npm run attacks\`. [goals.md](goals.md) has the goals and verdicts.
`,
});
