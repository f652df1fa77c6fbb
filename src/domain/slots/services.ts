/** The kinds, formats, places and audiences of a service (product.md §3.2, rules.md §4). */

export const SERVICE_TYPES = ['AYURVEDA', 'HERBALISM', 'YOGA'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];
export const SERVICE_FORMATS = ['ONE_ON_ONE', 'GROUP', 'WORKSHOP', 'PRODUCT'] as const;
export type ServiceFormat = (typeof SERVICE_FORMATS)[number];
export const LOCATION_TYPES = ['FIXED_LOCATION', 'HOUSE_CALL', 'VIRTUAL'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];
/** Who may book. NEW: before the first visit. KNOWN: after one that is completed, or marked by staff. */
export const AUDIENCES = ['EVERYONE', 'NEW', 'KNOWN'] as const;
export type Audience = (typeof AUDIENCES)[number];
