import '#web/ui/rich-text.css';

import './about.css';

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { about } from '#content/public/about.ts';
import { firstView } from '#content/public/landing-first-view.ts';
import { practice } from '#content/public/practice.ts';
import {
  OfferedServices,
  OthersWeTrust,
  Philosophy,
  Story,
  Studio,
  Testimonials,
  Values,
} from '#web/about/about-sections.tsx';
import { Faq } from '#web/about/faq.tsx';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import type { Route } from './+types/about-page.ts';

export const handle: FrameHandle = { footer: { call: firstView.closing } };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About',
    description: about.philosophy.lede,
    path: '/about',
    jsonLd: [
      {
        '@type': 'FAQPage',
        mainEntity: about.faq.questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
      {
        '@type': 'Person',
        name: practice.practitioner.name,
        jobTitle: practice.practitioner.role,
        url: `${siteUrlOf(matches)}/about#my-story`,
        hasCredential: about.story.credentials.map(({ text }) => ({
          '@type': 'EducationalOccupationalCredential',
          name: text,
        })),
        worksFor: {
          '@type': 'HealthAndBeautyBusiness',
          name: practice.name,
          url: `${siteUrlOf(matches)}/`,
        },
      },
    ],
  });

/** The practice's philosophy, its practitioner, its address, and the FAQ (product.md §2.4). */
export default function AboutPage() {
  useFocusAtAnchor();
  return (
    <>
      <Philosophy />
      <Values />
      <Story />
      <OfferedServices />
      <Studio />
      <OthersWeTrust />
      <Faq />
      <Testimonials />
    </>
  );
}

/**
 * The router scrolls to the section of a link with an anchor; this also moves the focus there, as the browser does for
 * an address that is typed in.
 */
function useFocusAtAnchor(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash || key === 'default') return;
    document.getElementById(`${hash.slice(1)}-heading`)?.focus({ preventScroll: true });
  }, [hash, key]);
}
