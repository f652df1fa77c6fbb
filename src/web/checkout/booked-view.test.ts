import { expect, test } from 'vitest';
import { preparations } from '#web/checkout/booked-view.tsx';

test('each thing to prepare is listed once, by its longest line', () => {
  const lines = preparations([
    { service_type: 'YOGA', service_location_type: 'FIXED_LOCATION' },
    { service_type: 'AYURVEDA', service_location_type: 'FIXED_LOCATION' },
  ]);
  expect(lines.filter((line) => line.startsWith('Wear what you could nap in.'))).toEqual([
    'Wear what you could nap in. Mats and blankets are here.',
  ]);
  expect(lines).toContain('Street parking on Ankeny is free; the 20 bus stops at 28th.');
  expect(lines.some((line) => line.includes('dog'))).toBe(false);
});

test('a house call has its own line and none about parking', () => {
  const lines = preparations([{ service_type: 'HERBALISM', service_location_type: 'HOUSE_CALL' }]);
  expect(lines.some((line) => line.includes('parking'))).toBe(false);
  expect(lines.some((line) => line.includes('dog'))).toBe(true);
});
