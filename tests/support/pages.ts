/** Pages that a visitor can open by their address. */
export const VISITORS_PAGES: readonly string[] = [
  '/',
  '/about',
  '/blog',
  '/blog/kitchari-on-a-grey-sunday',
  '/events',
  '/store',
  '/community',
  '/community-services',
  '/faq',
  '/wellness-services',
  '/cart',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
];
