import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

const screen = 'profile/screen-page.tsx';
const soon = 'coming-soon/coming-soon-page.tsx';

/** Every route of the site (product.md §2.1). */
export default [
  // Pages that are completely rendered on the server.
  index('landing/landing-page.tsx'),
  route('about', 'about/about-page.tsx'),
  route('blog', 'blog/blog-page.tsx'),
  route('blog/:urlPath', 'blog/post-page.tsx'),
  route('events', 'events/events-page.tsx'),
  ...['store', 'community', 'community-services', 'faq'].map((path) => route(path, soon, { id: path })),
  route('join/:token', 'join/join-page.tsx'),
  // The payment page returns to the last two, which never have the link in their address.
  route('visit/:token', 'visits/visit-page.tsx'),
  route('visit/thanks', 'visits/thanks-page.tsx'),
  route('visit/cancelled', 'visits/cancelled-page.tsx'),

  // Pages with server data in the query cache.
  layout('layout/queries-frame.tsx', [
    route('wellness-services', 'services/services-page.tsx'),
    route('cart', 'cart/cart-page.tsx'),
    route('checkout/success', 'checkout/success-page.tsx'),
    route('checkout/cancel', 'checkout/cancel-page.tsx'),
    route('sign-in', 'auth/sign-in-page.tsx'),
    route('sign-up', 'auth/sign-up-page.tsx'),
    route('forgot-password', 'auth/forgot-password-page.tsx'),
    route('claim', 'auth/claim-page.tsx'),
    route('create-account', 'profile/create-account-page.tsx'),
    route('profile', 'profile/profile-page.tsx', [
      index(screen, { id: 'overview' }),
      ...['schedule', 'journey', 'forms', 'messages', 'settings'].map((path) =>
        route(path, screen, { id: path }),
      ),
    ]),
  ]),

  route('*', 'not-found/not-found-page.tsx'),
] satisfies RouteConfig;
