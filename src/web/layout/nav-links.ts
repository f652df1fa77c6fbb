import type { LocationType } from '#domain/slots/services.ts';

/** The links of the header, the drawer and the footer. */

export const DISCIPLINES = [
  { label: 'Ayurveda', type: 'AYURVEDA' },
  { label: 'Herbalism', type: 'HERBALISM' },
  { label: 'Yoga', type: 'YOGA' },
] as const;

/** A service whose availability opens at once, the day (yyyy-MM-dd; null: the first with times), and the place. */
export type OpenAt = { service: string; day: string | null; place?: LocationType };

/** In place of a service's id: the one that a new client books first. */
export const FIRST_VISIT = 'first-visit';

/** The places in the address, other than the studio: `?location=house-call`. */
export const PLACE_PARAMETERS: Readonly<Record<string, LocationType>> = {
  'house-call': 'HOUSE_CALL',
  online: 'VIRTUAL',
};

/**
 * A link to the services of one type: by the navigation state of product.md §2.1.1 and by the address, which survives a
 * reload and takes precedence. With `open` the availability of one service opens, if the client may book.
 */
export function servicesOf(type: string, open?: OpenAt) {
  const place = Object.entries(PLACE_PARAMETERS).find(([, value]) => value === open?.place)?.[0];
  const to = `/wellness-services?type=${type}${place ? `&location=${place}` : ''}`;
  return { to, state: { initialService: type, ...(open && { open }) } };
}

export const ABOUT_LINKS = [
  { label: 'Healing Philosophy', to: '/about' },
  { label: 'My Story', to: '/about#my-story' },
  { label: 'Services', to: '/about#services' },
  { label: 'FAQ', to: '/about#faq' },
  { label: 'Testimonials', to: '/about#testimonials' },
] as const;

export const PAGE_LINKS = [
  { label: 'Store', to: '/store' },
  { label: 'Blog', to: '/blog' },
  { label: 'Events', to: '/events' },
] as const;
