import { dayOfAddress } from '#web/events/calendar-events.ts';
import { findPost } from '#web/blog/read-posts.ts';
import type { PagesContext } from '#web/api/pages-context.ts';
import { nextPage } from '#web/api/next-page.ts';
import { visitCallOf } from '#web/visits/read-visit.ts';
import { urlOf } from '#web/api/send.ts';
import { joinLink } from '#contract/client.calls.ts';
import { typeFrom } from '#web/services/filters.ts';

/** The value of a query parameter that a page is rendered with; null if it has no effect. */
type RenderedValue = (value: string) => string | null;

const next: RenderedValue = (value) => {
  const known = nextPage(`?next=${encodeURIComponent(value)}`);
  return known === nextPage('') ? null : known;
};
const type: RenderedValue = (value) => {
  const known = typeFrom(value);
  return known === 'ALL' ? null : known;
};
/** Only the browser reads the value itself. */
const isThere: RenderedValue = (value) => (value === '' ? null : 'given');

/**
 * The query parameters that a page reads while it is rendered, by path. The server drops all others and unknown values, so
 * that one rendering serves all addresses of a page. Add a parameter here when a page starts to read it.
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
 * The pages that a shared cache in front of the site may store, by path. All others are for one visitor: they are rendered
 * in the browser, and their addresses can contain a checkout or the next page.
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

/** Whether the page of an address with parameters exists, by its pattern. */
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

/**
 * The pages whose address is a secret, with the call of the API that answers what they show. They are rendered anew for
 * each request and never stored. Whom the call refuses gets a page that is the same for everybody.
 */
export const privatePages: Readonly<
  Record<string, (params: Readonly<Record<string, string | undefined>>) => string>
> = {
  '/visit/:token': ({ token }) => visitCallOf(token ?? ''),
  '/join/:token': ({ token }) => urlOf(joinLink, { params: { token: token ?? '' } }),
};
