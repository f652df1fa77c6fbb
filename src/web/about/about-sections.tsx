import type { ReactNode } from 'react';
import { ArrowUpRight } from 'lucide';
import { about } from '#content/public/about.ts';
import { practice } from '#content/public/practice.ts';
import { HerbalismArt } from '#web/art/herbalism-art.tsx';
import { StudioMapArt } from '#web/art/studio-map-art.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { servicesOf } from '#web/layout/nav-links.ts';
import { Chip } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';
import { Testimonial } from '#web/ui/quote.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** One section of the page with its heading at the left, or above on phones. `id` is the anchor of its links. */
export function AboutSection({
  id,
  heading,
  children,
}: {
  id: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="below-fold about-section">
      <div className="wrap grid items-start gap-x-12 gap-y-6 md:grid-cols-[4fr_7fr]">
        <h2 id={`${id}-heading`} tabIndex={-1}>
          {heading}
        </h2>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

export function Philosophy() {
  const { heading, title, lede, paragraphs } = about.philosophy;
  return (
    <section
      id="healing-philosophy"
      className="wrap about-top grid items-center gap-8 md:grid-cols-[7fr_4fr]"
    >
      <div>
        <p className="text-sm font-semibold text-turmeric-ink">{heading}</p>
        <h1 className="mt-3 max-w-[15ch]">{title}</h1>
        <p className="lede mt-6">{lede}</p>
        <div className="mt-6 grid gap-4">
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
      <div className="art draws max-w-72 md:max-w-none">
        <HerbalismArt />
      </div>
    </section>
  );
}

export function Values() {
  return (
    <AboutSection id="values" heading={about.values.heading}>
      <ol className="about-values grid md:grid-cols-[1fr_1fr]">
        {about.values.items.map(({ name, text }) => (
          <li className="grid grid-cols-[3rem_1fr] items-baseline py-4" key={name}>
            <div>
              <h3 className="text-lg">{name}</h3>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </AboutSection>
  );
}

/** The practitioner's story and credentials. */
export function Story() {
  const { heading, paragraphs, signature, credentials } = about.story;
  return (
    <AboutSection id="my-story" heading={heading}>
      <div className="rich-text rich-text-essay">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <p className="display mt-6 text-xl italic">{signature}</p>
      <p className="text-sm text-muted">{practice.practitioner.role}</p>
      <ul aria-label="Credentials" className="mt-6 flex flex-wrap gap-2">
        {credentials.map(({ type, text }) => (
          <li key={text} className={tintClassOf(type)}>
            <Chip>{text}</Chip>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}

/** The three types of services, each with a link to the list. */
export function OfferedServices() {
  const { heading, items, link } = about.services;
  return (
    <AboutSection id="services" heading={heading}>
      <ul className="border-b border-line">
        {items.map(({ type, name, text }) => (
          <li
            key={type}
            className={classNames(
              'grid gap-x-4 py-4 grid-cols-[auto_1fr] items-center border-t border-line sm:grid-cols-[auto_1fr_auto]',
              tintClassOf(type),
            )}
          >
            <span className="grid place-items-center size-11 rounded-control bg-tint-wash text-tint-ink">
              <TypeIcon type={type} className="size-7" />
            </span>
            <div>
              <h3 className="text-lg">{name}</h3>
              <p className="text-sm text-muted">{text}</p>
            </div>
            <ArrowLink className="col-2 justify-self-start sm:col-auto" {...servicesOf(type)}>
              {link}
              <span className="sr-only"> of {name}</span>
            </ArrowLink>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}

/** The address of the studio and how to get there. */
export function Studio() {
  const { heading, directions, getting_here, map_link } = about.studio;
  const { studio } = practice;
  return (
    <AboutSection id="secret-studio" heading={heading}>
      <div className="art overflow-hidden rounded-card border border-line">
        <StudioMapArt />
      </div>
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        <div>
          <address className="not-italic">
            {studio.street}
            <br />
            {studio.city}, {studio.region_name} {studio.postal_code}
          </address>
          <a href={studio.map_url} target="_blank" rel="noopener" className="arrow-link">
            {map_link}
            <Icon of={ArrowUpRight} />
            <span className="sr-only">, opens in a new tab</span>
          </a>
        </div>
        <div className="grid gap-3 text-muted">
          <p>{directions}</p>
          <p>{getting_here}</p>
        </div>
      </div>
    </AboutSection>
  );
}

/** Three other practitioners, each with a link to their site. */
export function OthersWeTrust() {
  const { heading, people, link } = about.others;
  return (
    <AboutSection id="others" heading={heading}>
      <ul className="border-b border-line">
        {people.map(({ name, text, url }) => (
          <li key={name} className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line py-3">
            <div>
              <b>{name}</b>
              <p className="text-sm text-muted">{text}</p>
            </div>
            <a href={url} target="_blank" rel="noopener" className="arrow-link">
              {link}
              <Icon of={ArrowUpRight} />
              <span className="sr-only"> of {name}, opens in a new tab</span>
            </a>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}

export function Testimonials() {
  return (
    <AboutSection id="testimonials" heading={about.testimonials.heading}>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {about.testimonials.items.map(({ quote, name }) => (
          <Testimonial key={name} quote={quote} name={name} />
        ))}
      </div>
    </AboutSection>
  );
}
