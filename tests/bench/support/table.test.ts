import { expect, it } from 'vitest';
import type { Figure } from './figures.ts';
import { keepTable } from './table.ts';

const figure = (row: string, what: string, text: string): Figure & { conditions: string } => ({
  row,
  what,
  goal: '1x',
  figure: text,
  verdict: 'PASSED',
  conditions: 'today',
});
const rowsOf = (document: string): string[] =>
  document.split('\n').flatMap((line) => {
    const [, row, what, , text] = line.split('|').map((cell) => cell.trim());
    return /^P\d/.test(row ?? '') ? [`${row} ${what}: ${text}`] : [];
  });

it('replaces old figures with new ones and keeps the rest and the notes', () => {
  const first = keepTable('', [figure('P1', 'list', 'old'), figure('P7', 'slots', 'old')], new Set());
  const document = `${first}\n## Notes\n\nBy hand.\n`;
  const after = keepTable(document, [figure('P1', 'list', 'new'), figure('P7', 'holds', 'new')], new Set());
  expect(rowsOf(after)).toEqual(['P1 list: new', 'P7 slots: old', 'P7 holds: new']);
  expect(after).toContain('\n## Notes\n\nBy hand.\n');
});

it('drops the former name of a row that was measured as a whole', () => {
  const before = keepTable('', [figure('P1', 'older name', 'old'), figure('P10', 'other', 'old')], new Set());
  const after = keepTable(before, [figure('P1', 'list', 'new')], new Set(['p1']));
  expect(rowsOf(after)).toEqual(['P1 list: new', 'P10 other: old']);
});
