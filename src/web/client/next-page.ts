/** Where a client may be led after signing in or creating her account. Everything else is not ours to follow. */
const ALLOWED = [
  /^\/cart$/,
  /^\/profile(\/[a-z-]+)?$/,
  /^\/wellness-services$/,
  /^\/events$/,
  /^\/checkout\/success$/,
];

const HOME = '/profile';

/** The page named by `?next=`, if it is on the list (with its own query), else the profile. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  // '//host' and '/\host' lead to another site; control characters are dropped by browsers before they look.
  if (!/^\/[\w\-/?=&]*$/.test(next) || next.startsWith('//')) return HOME;
  const path = next.split('?')[0] ?? '';
  return ALLOWED.some((allowed) => allowed.test(path)) ? next : HOME;
}

/** The same page with the wish to come back to `next` kept in its address. */
export function withNext(path: string, next: string): string {
  return next === HOME ? path : `${path}?next=${encodeURIComponent(next)}`;
}
