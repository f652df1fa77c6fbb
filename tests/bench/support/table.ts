import type { Figure } from './figures.ts';

const HEAD = `# Figures

The last results of \`npm run bench\`. [goals.md](goals.md) says what each row means and why some goals are not met. Every speed is a
ratio to a floor that was measured in turn with it in the same run, because machines are noisy.

| Verdict | Meaning |
| --- | --- |
| AIM MET | The goal and the optional aim are met. |
| PASSED | The goal is met. |
| FAILED | A required goal is not met. P1, P3, P5, P6, P9 and P11 to P15 are required. |
| MISSED | The goal of any other row is not met. |
| NOTED | A figure without a goal, for comparison. |
| SKIPPED | This machine lacks what the row needs. |

\`load\` is the machine's load average before the row. If it is above the number of cores, other work ran at the same time, and only the
ratio says anything. Rounds last 5 s where the conditions name no other length.

| Row | What | Goal | Figure | Verdict | Conditions |
| --- | --- | --- | --- | --- | --- |
`;

/** The rows of the generated table. The tables in the notes below it may have rows that look alike. */
function readRows(document: string): string[] {
  const table = /^\| Row +\| What +\| Goal .*\n\|[-| ]+\n((?:\|.*\n)*)/m.exec(document)?.[1] ?? '';
  return table.split('\n').filter((line) => line !== '');
}

/**
 * The document with these rows in the place of older ones of the same name. The others stay as they were, save those of
 * the names (p1, …) that were measured as a whole.
 */
export function keepTable(
  before: string,
  figures: readonly (Figure & { conditions: string })[],
  whole: ReadonlySet<string>,
): string {
  // Sections below the table are written by hand.
  const notes = /\n## [^]*$/.exec(before)?.[0] ?? '';
  const rows = new Map<string, string>();
  const nameOf = (line: string) => line.split('|')[1]!.trim().toLowerCase();
  const keyOf = (line: string) => line.split('|').slice(1, 3).join('|').replaceAll(/\s+/g, ' ').trim();
  for (const line of readRows(before))
    if (!whole.has(nameOf(line))) rows.set(keyOf(line), line.replaceAll(/\s+/g, ' '));
  for (const { row, what, goal, figure, verdict, conditions } of figures) {
    const line = `| ${[row, what, goal, figure, verdict, conditions].join(' | ')} |`;
    rows.set(keyOf(line), line);
  }
  const number = (line: string) => Number(/^\| P(\d+)/.exec(line)?.[1]);
  return `${HEAD}${[...rows.values()].sort((a, b) => number(a) - number(b)).join('\n')}\n${notes}`;
}
