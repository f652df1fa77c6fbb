import { expect, it } from 'vitest';
import { HOT, hotStatementOf } from './hot-statements.ts';

it('names each marked text once, also next to another of its length', () => {
  const [one, other] = [1, 2].map((n) => hotStatementOf(`${HOT} select ${n}`));
  expect(other!.name).not.toBe(one!.name);
  expect(hotStatementOf([HOT, 'select 1'].join(' '))).toBe(one);
  expect(hotStatementOf('select 1')).toBeNull();
});
