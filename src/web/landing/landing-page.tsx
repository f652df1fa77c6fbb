import './landing.css';
import '#web/ui/quote.css';
import '#web/ui/slider.css';
import { Suspense } from 'react';
import { firstView } from '#content/public/landing-first-view.ts';
import { practice } from '#content/public/practice.ts';
import { loadPreviews } from '#web/landing/load-previews.ts';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { pagesContext } from '#web/api/pages-context.ts';
import { now } from '#web/ui/use-now.ts';
import type { Route } from './+types/landing-page.ts';
import { JourneyButton } from '#web/layout/site-footer.tsx';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** Rendered by the server and static, so its code can load late. */
const HeroArt = hydrateOnInteraction(async () => (await import('#web/art/hero-art.tsx')).HeroArt);

const [beforeAmp, afterAmp] = practice.tagline.split('&');

/** The tagline, two links, and the animated drawing. */
function Hero() {
  return (
    <section className="overflow-clip">
      <div className="wrap hero grid md:items-end">
        <div className="hero-copy relative z-1 md:self-center">
          <h1 aria-label={practice.tagline}>
            {beforeAmp}
            <span className="whitespace-nowrap">
              <i className="amp">&amp;</i>
              {afterAmp}
            </span>
          </h1>
          <p className="lede mt-6 max-w-[38ch]">{firstView.hero.lede}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <JourneyButton />
            <ArrowLink to="/wellness-services">{firstView.hero.services_link}</ArrowLink>
          </div>
        </div>
        <div className="hero-art max-w-136 md:self-end md:max-w-none art draws after-text">
          <Suspense>
            <HeroArt />
          </Suspense>
        </div>
      </div>
      <div className="wrap">
        <dl className="facts relative grid border-t border-line">
          {firstView.facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

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
