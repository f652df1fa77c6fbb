import './landing.css';
import '#web/ui/quote.css';
import '#web/ui/slider.css';

import { Suspense } from 'react';
import { firstView } from '#content/public/landing-first-view.ts';
import { practice } from '#content/public/practice.ts';
import { loadPreviews } from '#web/landing/load-previews.ts';
import { Hero } from '#web/landing/hero.tsx';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { pagesContext } from '#web/api/pages-context.ts';
import { now } from '#web/ui/use-now.ts';
import type { Route } from './+types/landing-page.ts';

export const handle: FrameHandle = { footer: { call: firstView.closing } };

/** The next events and the latest posts; the page also works without them. */
export async function loader({ context }: Route.LoaderArgs) {
  return loadPreviews(context.get(pagesContext).callApi, now());
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Ayurveda, Herbalism and Yoga in Portland',
    path: '/',
    jsonLd: {
      '@type': 'HealthAndBeautyBusiness',
      name: practice.name,
      description: practice.description,
      url: `${siteUrlOf(matches)}/`,
      image: `${siteUrlOf(matches)}/og/default.png`,
      telephone: practice.phone,
      foundingDate: String(practice.founded),
      founder: { '@type': 'Person', name: practice.practitioner.name, jobTitle: practice.practitioner.role },
      address: {
        '@type': 'PostalAddress',
        streetAddress: practice.studio.street,
        addressLocality: practice.studio.city,
        addressRegion: practice.studio.region,
        postalCode: practice.studio.postal_code,
        addressCountry: practice.studio.country,
      },
      geo: {
        '@type': 'GeoCoordinates',
        latitude: practice.studio.coordinates[0],
        longitude: practice.studio.coordinates[1],
      },
    },
  });

const BelowTheFold = hydrateOnInteraction(
  async () => (await import('#web/landing/below-the-fold.tsx')).BelowTheFold,
);

export default function LandingPage({ loaderData: { events, posts } }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <Suspense>
        <BelowTheFold events={events} posts={posts} />
      </Suspense>
    </>
  );
}
