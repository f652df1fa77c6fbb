/** Where a client may be redirected after signing in or creating an account; nowhere else, against open redirects. */
const ALLOWED = [
  /^\/cart$/,
  /^\/profile(\/[a-z-]+)?$/,
  /^\/wellness-services$/,
  /^\/events$/,
  /^\/checkout\/success$/,
  /^\/claim$/,
];

const HOME = '/profile';

/** The page in `?next=` if it is on the list (with its own query), else the profile. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  // '//host' and '/\host' lead to another site; browsers remove control characters before parsing.
  if (!/^\/[\w\-/?=&]*$/.test(next) || next.startsWith('//')) return HOME;
  const path = next.split('?')[0] ?? '';
  return ALLOWED.some((allowed) => allowed.test(path)) ? next : HOME;
}

/** The path with `?next=`, so that the client returns to `next` later. */
export function withNext(path: string, next: string): string {
  return next === HOME ? path : `${path}?next=${encodeURIComponent(next)}`;
}
