import type { LocationType } from '#domain/slots/services.ts';
import { describe, expect, test } from 'vitest';
import type { Service } from '#contract/services.schemas.ts';
import { filtersFrom, matching, placesFor, searchFor, typeFrom } from '#web/services/filters.ts';
import { placeName } from '#web/api/service-text.ts';

const service = (name: string, type: Service['type'], places: LocationType[]) =>
  ({ name, type, service_location_type: places, location: { name: 'Secret Studio' } }) as Service;
const consultation = service('Consultation', ['AYURVEDA'], ['FIXED_LOCATION']);
const kitchen = service('Kitchen', ['AYURVEDA', 'HERBALISM'], ['FIXED_LOCATION']);
const followUp = service('Follow-up', ['AYURVEDA'], ['FIXED_LOCATION', 'HOUSE_CALL']);
const apothecary = service('Apothecary', ['HERBALISM'], ['HOUSE_CALL']);
const all = [consultation, kitchen, followUp, apothecary];
const query = (text: string) => new URLSearchParams(text);

describe('the address', () => {
  test('without parameters selects all services at the studio', () =>
    expect(filtersFrom(query(''), ['FIXED_LOCATION'])).toEqual({ type: 'ALL', place: 'FIXED_LOCATION' }));

  test('selects a type and a place that the client may choose', () =>
    expect(filtersFrom(query('type=YOGA&location=house-call'), ['FIXED_LOCATION', 'HOUSE_CALL'])).toEqual({
      type: 'YOGA',
      place: 'HOUSE_CALL',
    }));

  test('selects the defaults for House Call without approval and for unknown values', () => {
    expect(filtersFrom(query('location=house-call'), ['FIXED_LOCATION']).place).toBe('FIXED_LOCATION');
    expect(filtersFrom(query('type=tea&location=moon'), ['FIXED_LOCATION'])).toEqual({
      type: 'ALL',
      place: 'FIXED_LOCATION',
    });
  });

  test('is written without defaults and keeps other parameters', () => {
    expect(searchFor(query('a=1'), { type: 'YOGA', place: 'HOUSE_CALL' }).toString()).toBe(
      'a=1&type=YOGA&location=house-call',
    );
    expect(searchFor(query('type=YOGA&location=online'), { type: 'ALL', place: 'FIXED_LOCATION' }).size).toBe(
      0,
    );
  });
});

test('reads initialService of the navigation state in any case', () => {
  expect(['AYURVEDA', 'HERBALISM', 'YOGA', 'ALL'].map(typeFrom)).toEqual([
    'AYURVEDA',
    'HERBALISM',
    'YOGA',
    'ALL',
  ]);
  expect(['yoga', 'Herbalism', 'all'].map(typeFrom)).toEqual(['YOGA', 'HERBALISM', 'ALL']);
  expect([undefined, null, 'TEA', 3].map(typeFrom)).toEqual([null, null, null, null]);
});

describe('the places to choose from', () => {
  test('include House Call only for approved clients', () => {
    expect(placesFor(all, false)).toEqual(['FIXED_LOCATION']);
    expect(placesFor(all, true)).toEqual(['FIXED_LOCATION', 'HOUSE_CALL']);
  });

  test('include Online only if there is such a service', () =>
    expect(placesFor([...all, service('Talk', ['YOGA'], ['VIRTUAL'])], false)).toEqual([
      'FIXED_LOCATION',
      'VIRTUAL',
    ]));
});

test('a service is listed under each of its types and places', () => {
  const names = (type: 'ALL' | 'AYURVEDA' | 'HERBALISM', place: LocationType) =>
    matching(all, { type, place }).map((each) => each.name);
  expect(names('ALL', 'FIXED_LOCATION')).toEqual(['Consultation', 'Kitchen', 'Follow-up']);
  expect(names('HERBALISM', 'FIXED_LOCATION')).toEqual(['Kitchen']);
  expect(names('AYURVEDA', 'HOUSE_CALL')).toEqual(['Follow-up']);
});

test('a house call does not have the name of the studio', () => {
  expect(placeName(followUp, 'FIXED_LOCATION')).toBe('Secret Studio');
  expect(placeName(followUp, 'HOUSE_CALL')).toBe('House Call');
});
