import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitsJsonLimits, measureJson } from '#domain/text/json-size.ts';

const NONE = { values: Infinity, depth: Infinity };

function counted(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, depth: 0 };
  const children = Object.values(value).map(counted);
  const separators = Math.max(0, children.length - 1) + (Array.isArray(value) ? 0 : children.length);
  return {
    values: children.reduce((sum, child) => sum + child.values, 1 + separators),
    depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
  };
}

it('counts what JSON.parse would create, whatever the strings contain', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(measureJson(text, NONE)).toEqual(counted(JSON.parse(text)));
    }),
    { numRuns: 2000 },
  );
  expect(measureJson(String.raw`["a\\",{"b\"[[[,":"\\\"{"}]`, NONE)).toEqual({ values: 4, depth: 2 });
});

it('stops at a limit, and at the end of text that is not JSON', () => {
  const many = `[${'0,'.repeat(1_000_000)}0]`;
  expect(measureJson(many, { values: 10, depth: 10 }).values).toBe(11);
  expect(fitsJsonLimits('['.repeat(500), { values: 1000, depth: 100 })).toBe(false);
  expect(fitsJsonLimits('"never ends \\', { values: 1, depth: 1 })).toBe(true);
});
