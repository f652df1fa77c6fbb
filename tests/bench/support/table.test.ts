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
    const [, row, what, text] = line.split('|').map((cell) => cell.trim());
    return /^P\d/.test(row ?? '') ? [`${row} ${what}: ${text}`] : [];
  });

it('replaces old figures with new ones and keeps the rest', () => {
  const before = keepTable('', [figure('P1', 'list', 'old'), figure('P7', 'slots', 'old')], new Set());
  const after = keepTable(before, [figure('P1', 'list', 'new'), figure('P7', 'holds', 'new')], new Set());
  expect(rowsOf(after)).toEqual(['P1 list: new', 'P7 slots: old', 'P7 holds: new']);
});

it('drops the former name of a row that was measured as a whole', () => {
  const before = keepTable('', [figure('P1', 'older name', 'old'), figure('P10', 'other', 'old')], new Set());
  const after = keepTable(before, [figure('P1', 'list', 'new')], new Set(['p1']));
  expect(rowsOf(after)).toEqual(['P1 list: new', 'P10 other: old']);
});

it('reads a table that the formatter has aligned', () => {
  const first = keepTable('', [figure('P1', 'list', 'old')], new Set());
  const aligned = first.replaceAll(' | ', '   | ').replaceAll('---', '------');
  expect(rowsOf(keepTable(aligned, [figure('P2', 'slots', 'new')], new Set()))).toEqual([
    'P1 list: old',
    'P2 slots: new',
  ]);
});
