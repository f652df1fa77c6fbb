/** Whoever has such a link may pay or join, so no other site may learn its address. */
export const privateHeaders = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});
