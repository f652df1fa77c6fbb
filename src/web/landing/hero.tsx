import { Suspense } from 'react';
import { firstView } from '#content/public/landing-first-view.ts';
import { practice } from '#content/public/practice.ts';
import { JourneyButton } from '#web/layout/journey-button.tsx';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** Rendered by the server and static, so its code can load late. */
const HeroArt = hydrateOnInteraction(async () => (await import('#web/art/hero-art.tsx')).HeroArt);

const [beforeAmp, afterAmp] = practice.tagline.split('&');

/** The tagline, two links, and the animated drawing. */
export function Hero() {
  return (
    <section className="overflow-clip">
      <div className="wrap hero grid md:grid-cols-[minmax(0,6fr)_minmax(0,6.4fr)] md:items-end">
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
        <dl className="facts relative grid border-t border-line md:grid-cols-[1.25fr_1fr_1.25fr]">
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
