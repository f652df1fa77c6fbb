import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createEmbeddedAddressCheck } from './address-check-embedded.ts';
import { createGoogleAddressCheck } from './address-check-google.ts';

const typed = (street: string, unit = '', city = 'Portland', state = 'OR', zip_code = '97214') => ({
  street, unit, city, state, zip_code,
}); // oxfmt-ignore
const home = {
  street_number: '1420',
  route: 'SE Taylor Street',
  subpremise: '3B',
  city: 'Portland',
  state: 'OR',
  zip_code: '97214',
};

describe('the embedded checker (rules.md §3)', () => {
  const { check } = createEmbeddedAddressCheck();

  it('accepts what reads as it should', async () => {
    expect(await check(typed('1420 SE Taylor Street', '3B'))).toEqual({
      status: 'ACCEPT',
      missing_components: {},
      validated_address: home,
    });
    expect(await check(typed('  1420 se taylor street ', '3b', 'portland', 'or'))).toMatchObject({
      status: 'ACCEPT',
    });
  });

  it.each([
    ['a short suffix', typed('1420 SE Taylor St', '3B')],
    ['a long direction', typed('1420 southeast taylor st.', '3B')],
    ['another city of that ZIP code', typed('1420 SE Taylor Street', '3B', 'Gresham')],
    ['the state in full', typed('1420 SE Taylor Street', '3B', 'Portland', 'Oregon')],
  ])('suggests: %s', async (_name, address) => {
    expect(await check(address)).toEqual({
      status: 'CONFIRM',
      missing_components: {},
      validated_address: home,
    });
  });

  it('takes the unit off the street line', async () => {
    expect(await check(typed('1420 SE Taylor Street Apt 3B'))).toMatchObject({
      status: 'ACCEPT',
      validated_address: { ...home, subpremise: 'Apt 3B' },
    });
  });

  it.each([
    'Apt 3B', 'apt. 3b', 'Apartment 12', 'Unit PH', 'Suite 400', '#3', '# 12B', 'Floor 3', 'Bldg 4', 'Building C', 'Lot 12',
  ])('takes %s off, however it is set apart', async (unit) => {
    for (const street of [`1420 SE Taylor Street ${unit}`, `1420 SE Taylor Street, ${unit}`])
      expect((await check(typed(street))).validated_address).toEqual({ ...home, subpremise: unit });
  }); // oxfmt-ignore

  it('reads a line of any signs at once', async () => {
    const begun = performance.now();
    for (const sign of ['. & n ', '& . n', 'n & n. ', 'a 1 ', 'apt ', 'apt-', '# ', '1/2 ', ', '])
      for (const before of ['', '1 ', '1 n '])
        await check(typed((before + sign.repeat(160)).slice(0, 160), sign.repeat(40).slice(0, 40)));
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it.each([
    ['1420 Old Stop Road', '1420', 'Old Stop Road'],
    ['12 Pier 39', '12', 'Pier 39'],
    ['100 Sunset Apts', '100', 'Sunset Apts'],
    ['12-34 31st Ave', '12-34', '31st Avenue'],
    ['123 1/2 Elm Ave', '123 1/2', 'Elm Avenue'],
    ['200 Avenue of the Americas', '200', 'Avenue of the Americas'],
    ['5 County Road 12', '5', 'County Road 12'],
    ['1 Broadway', '1', 'Broadway'],
    ['100 5th Ave NW', '100', '5th Avenue NW'],
    ['7 st. james pl', '7', 'St James Place'],
    ['12-a oak st', '12-A', 'Oak Street'],
    ['123-B Elm Ave', '123-B', 'Elm Avenue'],
    ['123½ Elm Ave', '123½', 'Elm Avenue'],
    ['123 ½ Elm Ave', '123 ½', 'Elm Avenue'],
    ['1420/1422 Elm Ave', '1420/1422', 'Elm Avenue'],
    ['One Main Street', 'One', 'Main Street'],
    ['12-34 Ash Lane', '12-34', 'Ash Lane'],
  ])('keeps the street of %s', async (street, street_number, route) => {
    expect((await check(typed(street))).validated_address).toMatchObject({ street_number, route });
  });

  it.each(['12-A', '123-B', '123½', '123 ½', '1420/1422', 'One', 'Twenty', 'Km 4.2', '# 7'])(
    'takes the house number %s as it stands in its field',
    async (street_number) => {
      expect(await check({ ...typed(`${street_number} Elm Street`), street_number })).toMatchObject({
        status: 'ACCEPT',
        validated_address: { street_number, route: 'Elm Street' },
      });
    },
  );
  it('guesses it where everything was typed into one field', async () => {
    const parts = { street_number: '1420', route: 'SE Taylor Street' };
    for (const street_number of ['', '1420 SE Taylor Street'])
      expect(
        (await check({ ...typed('1420 SE Taylor Street'), street_number })).validated_address,
      ).toMatchObject(parts);
  });

  it.each(['97214–1234', '97214 1234', '97214 - 1234', '972141234', '97214\u20111234', '97214\u00a01234'])(
    'reads the ZIP code %s',
    async (zip) => {
      const { validated_address } = await check(typed('1 Oak Street', '', 'Portland', 'OR', zip));
      expect(validated_address).toMatchObject({ zip_code: '97214-1234' });
    },
  );

  it.each([
    ['Ore.', '97214', 'OR'],
    ['oregon', '97214', 'OR'],
    ['O.R.', '97214', 'OR'],
    ['Calif.', '90028', 'CA'],
    ['Wash.', '98101', 'WA'],
    ['N. Mex.', '87501', 'NM'],
    ['Fla.', '33101', 'FL'],
    ['Kansas', '66101', 'KS'],
    ['Virginia', '23220', 'VA'],
    ['D.C.', '20001', 'DC'],
    ['Puerto Rico', '00901', 'PR'],
    ['P.R.', '00901', 'PR'],
    ['Guam', '96910', 'GU'],
  ])('knows the state %s', async (state, zip, code) => {
    expect((await check(typed('1 Oak Street', '', 'Town', state, zip))).validated_address?.state).toBe(code);
  });
  it.each(['New', 'North', 'M', 'Or egon', 'W', 'Ontario', 'Al.a'])('knows no state %s', async (state) => {
    expect((await check(typed('1 Oak Street', '', 'Town', state))).missing_components).toHaveProperty(
      'state',
    );
  });

  it('says what can be kept: an address that is complete and only unknown', async () => {
    const unknown = typed('1 Oak Street', '', 'Portland', 'OR', '00000');
    expect(await check(unknown)).toMatchObject({
      status: 'FIX',
      unverified_address: { street_number: '1', route: 'Oak Street', zip_code: '00000' },
    });
    expect(await check({ ...unknown, city: '' })).toMatchObject({ unverified_address: null });
  });

  it.each([
    ['the first line', 'NY', '00501', 'Holtsville'],
    ['the last line', 'AK', '99950', 'Ketchikan'],
    ['a ZIP code with a part after it', 'OR', '97214-1234', 'Portland'],
  ])('knows the ZIP codes of the whole table: %s', async (_name, state, zip, city) => {
    const { validated_address } = await check(typed('1 Oak Street', '', city, state, zip));
    expect(validated_address).toMatchObject({ city, state, zip_code: zip });
  });

  it.each([
    ['no house number', typed('SE Taylor Street'), ['street_number']],
    ['no street', typed('1420'), ['route']],
    [
      'nothing but a unit',
      typed('', '3B', '', '', ''),
      ['street_number', 'route', 'city', 'state', 'zip_code'],
    ],
    ['no city', typed('1 Oak Street', '', ''), ['city']],
    ['a state that is none', typed('1 Oak Street', '', 'Portland', 'ZZ'), ['state']],
    ['a province of Canada', typed('1 Oak Street', '', 'Toronto', 'ON'), ['state']],
    ['a ZIP code of another state', typed('1 Oak Street', '', 'Portland', 'WA'), ['zip_code']],
    ['a ZIP code that is none', typed('1 Oak Street', '', 'Portland', 'OR', '00000'), ['zip_code']],
    ['a ZIP code of letters', typed('1 Oak Street', '', 'Portland', 'OR', 'K1A 0B1'), ['zip_code']],
  ])('asks to fix: %s', async (_name, address, fields) => {
    const result = await check(address);
    expect(result).toMatchObject({ status: 'FIX', validated_address: null });
    expect(Object.keys(result.missing_components)).toEqual(fields);
  });
});

describe("Google's checker", () => {
  let answer: { status: number; body: unknown } | 'SILENCE' = 'SILENCE';
  let asked: { key: unknown; body: unknown } | undefined;
  const peer = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked = { key: request.headers['x-goog-api-key'], body: JSON.parse(body) };
      if (answer === 'SILENCE') return;
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  const url = new Promise<string>((resolve) => {
    peer.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(peer.address() as AddressInfo).port}`));
  });
  afterAll(() => {
    peer.closeAllConnections();
    peer.close();
  });
  const component = (componentType: string, text: string, confirmationLevel = 'CONFIRMED') => ({
    componentType,
    componentName: { text },
    confirmationLevel,
  });
  const components = [
    component('street_number', '1420'),
    component('route', 'SE Taylor Street'),
    component('subpremise', '3B'),
    component('locality', 'Portland'),
    component('administrative_area_level_1', 'Oregon'),
    component('postal_code', '97214'),
    component('country', 'USA'),
  ];
  const found = (more: object = {}) => ({
    status: 200,
    body: {
      result: {
        verdict: {},
        address: { postalAddress: { administrativeArea: 'OR' }, addressComponents: components, ...more },
      },
    },
  });
  const check = async (address: ReturnType<typeof typed>) =>
    await createGoogleAddressCheck({
      key: 'a key',
      url: await url,
      timeout_ms: answer === 'SILENCE' ? 300 : 10_000,
    }).check(address);

  it('gives the suggestion in our fields', async () => {
    answer = found();
    expect(await check(typed('1420 SE Taylor Street', '3B'))).toEqual({
      status: 'ACCEPT',
      missing_components: {},
      validated_address: home,
    });
    expect(await check(typed('1420 se taylor', '3B'))).toMatchObject({
      status: 'CONFIRM',
      validated_address: home,
    });
    expect(asked).toMatchObject({
      key: 'a key',
      body: { address: { regionCode: 'US', addressLines: ['1420 se taylor', '3B'], postalCode: '97214' } },
    });
  });

  it('asks to fix what is missing or looks wrong', async () => {
    answer = found({
      addressComponents: [
        component('route', 'Nowhere', 'UNCONFIRMED_AND_SUSPICIOUS'),
        ...components.slice(3),
      ],
      missingComponentTypes: ['street_number'],
    });
    expect(await check(typed('Nowhere'))).toEqual({
      status: 'FIX',
      missing_components: {
        route: 'Nowhere could not be found',
        street_number: 'the house number is missing',
      },
      validated_address: null,
      unverified_address: null,
    });
  });

  it('suggests no address with a gap: a post office box has neither house nor street', async () => {
    answer = found({ addressComponents: [component('post_box', 'PO Box 12'), ...components.slice(3)] });
    const result = await check(typed('PO Box 12'));
    expect(result).toMatchObject({ status: 'FIX', validated_address: null });
    expect(Object.keys(result.missing_components)).toEqual(['street_number', 'route']);
  });

  it('knows the name that mail uses for a part of a city', async () => {
    answer = found({
      postalAddress: { administrativeArea: 'NY', locality: 'Brooklyn' },
      addressComponents: components.filter(({ componentType }) => componentType !== 'locality'),
    });
    expect((await check(typed('1420 SE Taylor Street', '3B'))).validated_address).toMatchObject({
      city: 'Brooklyn',
      state: 'NY',
    });
  });

  it.each([
    ['silent', 'SILENCE' as const],
    ['failing', { status: 500, body: {} }],
    ['unintelligible', { status: 200, body: { result: 7 } }],
  ])('gives a tidied copy to confirm while it is %s', async (_name, state) => {
    answer = state;
    expect(await check(typed(' 1420  SE Taylor Street ', '3B', 'Portland', 'or'))).toEqual({
      status: 'CONFIRM',
      missing_components: {},
      validated_address: home,
    });
  });
});
