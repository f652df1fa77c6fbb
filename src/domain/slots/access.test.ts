import { expect, it } from 'vitest';
import { type Access, accessIssues } from './access.ts';

const client = { audience: 'EVERYONE', house_call_approved: false, is_known: false } as const;

it.each<[Partial<Access>, Parameters<typeof accessIssues>[1], string[]]>([
  [{}, 'FIXED_LOCATION', []],
  [{}, 'VIRTUAL', []],
  [{}, 'HOUSE_CALL', ['NOT_APPROVED']],
  [{ house_call_approved: true }, 'HOUSE_CALL', []],
  [{ audience: 'NEW' }, 'FIXED_LOCATION', []],
  [{ audience: 'NEW', is_known: true }, 'FIXED_LOCATION', ['AUDIENCE']],
  [{ audience: 'KNOWN' }, 'VIRTUAL', ['AUDIENCE']],
  [{ audience: 'KNOWN', is_known: true }, 'VIRTUAL', []],
  [{ audience: 'KNOWN' }, 'HOUSE_CALL', ['NOT_APPROVED', 'AUDIENCE']],
])('%j at %s: %j', (change, place, issues) => {
  expect(accessIssues({ ...client, ...change }, place)).toEqual(issues);
});
