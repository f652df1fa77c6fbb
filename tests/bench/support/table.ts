import type { Figure } from './figures.ts';

const HEAD = `# Figures

The last results of \`npm run bench\`. [goals.md](goals.md) has the goals and verdicts, and says how the rows are measured. The load is that
before the row. Above the number of cores, only ratios say anything.

| Row | What | Figure | Verdict, day, load/cores |
| --- | --- | --- | --- |
`;

/**
 * The document with these rows in the place of older ones of the same name. The others stay as they were, save those of
 * the names (p1, …) that were measured as a whole.
 */
export function keepTable(
  before: string,
  figures: readonly (Figure & { conditions: string })[],
  whole: ReadonlySet<string>,
): string {
  const rows = new Map<string, string>();
  const nameOf = (line: string) => line.split('|')[1]!.trim().toLowerCase();
  const keyOf = (line: string) => line.split('|').slice(1, 3).join('|').replaceAll(/\s+/g, ' ').trim();
  for (const line of before.match(/^\| P\d.*$/gm) ?? [])
    if (!whole.has(nameOf(line))) rows.set(keyOf(line), line.replaceAll(/\s+/g, ' '));
  for (const { row, what, figure, verdict, conditions } of figures) {
    const line = `| ${[row, what, figure, `${verdict}, ${conditions}`].join(' | ')} |`;
    rows.set(keyOf(line), line);
  }
  const number = (line: string) => Number(/^\| P(\d+)/.exec(line)?.[1]);
  return `${HEAD}${[...rows.values()].sort((a, b) => number(a) - number(b)).join('\n')}\n`;
}
