import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The states, the District of Columbia, Puerto Rico, the other islands and military mail, upper-cased for comparison. */
// oxfmt-ignore
export const US_STATES: Readonly<Record<string, string>> = {
  AL: 'ALABAMA', AK: 'ALASKA', AZ: 'ARIZONA', AR: 'ARKANSAS', CA: 'CALIFORNIA', CO: 'COLORADO',
  CT: 'CONNECTICUT', DE: 'DELAWARE', DC: 'DISTRICT OF COLUMBIA', FL: 'FLORIDA', GA: 'GEORGIA', HI: 'HAWAII',
  ID: 'IDAHO', IL: 'ILLINOIS', IN: 'INDIANA', IA: 'IOWA', KS: 'KANSAS', KY: 'KENTUCKY', LA: 'LOUISIANA',
  ME: 'MAINE', MD: 'MARYLAND', MA: 'MASSACHUSETTS', MI: 'MICHIGAN', MN: 'MINNESOTA', MS: 'MISSISSIPPI',
  MO: 'MISSOURI', MT: 'MONTANA', NE: 'NEBRASKA', NV: 'NEVADA', NH: 'NEW HAMPSHIRE', NJ: 'NEW JERSEY',
  NM: 'NEW MEXICO', NY: 'NEW YORK', NC: 'NORTH CAROLINA', ND: 'NORTH DAKOTA', OH: 'OHIO', OK: 'OKLAHOMA',
  OR: 'OREGON', PA: 'PENNSYLVANIA', RI: 'RHODE ISLAND', SC: 'SOUTH CAROLINA', SD: 'SOUTH DAKOTA',
  TN: 'TENNESSEE', TX: 'TEXAS', UT: 'UTAH', VT: 'VERMONT', VA: 'VIRGINIA', WA: 'WASHINGTON',
  WV: 'WEST VIRGINIA', WI: 'WISCONSIN', WY: 'WYOMING',
  PR: 'PUERTO RICO', VI: 'VIRGIN ISLANDS', GU: 'GUAM', AS: 'AMERICAN SAMOA', MP: 'NORTHERN MARIANA ISLANDS',
  FM: 'MICRONESIA', MH: 'MARSHALL ISLANDS', PW: 'PALAU', AA: 'ARMED FORCES AMERICAS', AE: 'ARMED FORCES EUROPE',
  AP: 'ARMED FORCES PACIFIC',
};

let loading: Promise<string> | undefined;

/**
 * Finds the place of a five-digit ZIP code. The table stays one text of 0.8 MB, since 42,555 objects would take thirty
 * times that, and it is read on first use instead of at start.
 */
export async function findZipCode(zip: string): Promise<{ state: string; city: string } | undefined> {
  loading ??= readFile(
    createRequire(import.meta.url).resolve('#server/ports/us-zip-codes.txt'),
    'latin1',
  ).then((text) => `\n${text}`);
  const table = await loading;
  const start = table.indexOf(`\n${zip} `);
  if (start < 0) return undefined;
  const line = table.slice(start + 1, table.indexOf('\n', start + 1));
  return { state: line.slice(6, 8), city: line.slice(9) };
}
