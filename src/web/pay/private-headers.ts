/** Whoever has a payment link may pay, so no other site may learn its address. */
export const privateHeaders = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});
