import { expect, it } from 'vitest';
import { visits } from '#content/public/visits.ts';
import { preparationsFor } from './preparations.ts';

const prepare = (...each: Parameters<typeof preparationsFor>[1]) =>
  preparationsFor(visits.before_you_come, each).join(' ');

it('lists each thing once for visits that share it', () => {
  const lines = prepare(
    { service_type: 'YOGA', place: 'FIXED_LOCATION' },
    { service_type: 'AYURVEDA', place: 'FIXED_LOCATION' },
  );
  expect(lines.match(/nap in/g)).toHaveLength(1);
  expect(lines.match(/Street parking/g)).toHaveLength(1);
});

it.each([
  ['FIXED_LOCATION', /room is little.*Street parking/, /dog/],
  ['HOUSE_CALL', /dog/, /parking|room is little|blankets/],
  ['VIRTUAL', /Eat something small/, /dog|parking|room is little|blankets/],
] as const)('says of a visit at %s only what is true there', (place, has, hasNot) => {
  const lines = prepare({ service_type: 'YOGA', place });
  expect(lines).toMatch(has);
  expect(lines).not.toMatch(hasNot);
});
