import { dayOfAddress } from '#web/events/on-the-calendar.ts';
import { findPost } from '#web/blog/read-posts.ts';
import type { PagesContext } from '#web/pages-context.ts';
import { nextPage } from '#web/client/next-page.ts';
import { typeFrom } from '#web/services/filters.ts';

/** The value that a page is rendered with for a value of an address; null if it renders as if there were none. */
type RenderedValue = (value: string) => string | null;

const next: RenderedValue = (value) => {
  const known = nextPage(`?next=${encodeURIComponent(value)}`);
  return known === nextPage('') ? null : known;
};
const type: RenderedValue = (value) => {
  const known = typeFrom(value);
  return known === 'ALL' ? null : known;
};
/** Which it is, only the browser reads. */
const isThere: RenderedValue = (value) => (value === '' ? null : 'given');

/**
 * The query names that a page reads while it is rendered, by its path. The server drops all others before, and values
 * that the page does not know, so that one rendering serves every address of a page; a page that begins to read another
 * name needs it here.
 */
export const pageQueries: Readonly<Record<string, Readonly<Record<string, RenderedValue>>>> = {
  '/wellness-services': { type, location: (value) => (value === 'online' ? value : null) },
  '/events': { day: dayOfAddress },
  '/sign-in': { next },
  '/sign-up': { next },
  '/forgot-password': { next },
  '/create-account': { next },
  '/checkout/success': { session_id: isThere },
  '/checkout/cancel': { session_id: isThere },
};

/**
 * The pages that a cache in front of the site may keep for everybody, by their paths. All others are for one visitor
 * (they are drawn in the browser, and their addresses may name a checkout or where somebody was going).
 */
export const sharedPages: ReadonlySet<string> = new Set([
  '/',
  '/about',
  '/blog',
  '/blog/:urlPath',
  '/events',
  '/store',
  '/community',
  '/community-services',
  '/faq',
  '/wellness-services',
]);

/** Whether the page of an address with a name in it exists, by its pattern. */
export const knownPages: Readonly<
  Record<
    string,
    (
      params: Readonly<Record<string, string | undefined>>,
      callApi: PagesContext['callApi'],
    ) => Promise<boolean>
  >
> = {
  '/blog/:urlPath': async ({ urlPath }, callApi) => (await findPost(callApi, urlPath ?? '')) !== null,
};
