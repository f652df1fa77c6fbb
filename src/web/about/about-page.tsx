import '#web/ui/rich-text.css';
import './about.css';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { about } from '#content/public/about.ts';
import { firstView } from '#content/public/landing-first-view.ts';
import { practice } from '#content/public/practice.ts';
import {
  AboutSection,
  OfferedServices,
  OthersWeTrust,
  Philosophy,
  Story,
  Studio,
  Testimonials,
  Values,
} from '#web/about/about-sections.tsx';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import type { Route } from './+types/about-page.ts';
import { Plus } from 'lucide';
import { useHasSession } from '#web/api/session-mark.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Icon } from '#web/ui/icon.tsx';

const ContactCode = onDemand(async () => (await import('#web/about/contact-answer.tsx')).ContactAnswer);
const ContactAnswer = lazy(async () => ({ default: await ContactCode.load() }));

/** Five questions; the answer to the last depends on whether the reader is signed in. */
function Faq() {
  return (
    <AboutSection id="faq" heading={about.faq.heading}>
      <div className="border-b border-line">
        {about.faq.questions.map((each, at) => (
          <details
            key={each.id}
            id={`faq-${each.id}`}
            open={at === 0}
            className="about-question border-t border-line"
          >
            <summary>
              <h3 className="text-lg">{each.question}</h3>
              <Icon of={Plus} />
            </summary>
            {'answer_signed_in' in each ? (
              <ContactQuestionAnswer signedOut={each.answer} signedIn={each.answer_signed_in} />
            ) : (
              <p>{each.answer}</p>
            )}
          </details>
        ))}
      </div>
    </AboutSection>
  );
}

/** The e-mail address comes from get-user and is never in the page (product.md §2.4.4), so only clients see it. */
function ContactQuestionAnswer({ signedOut, signedIn }: { signedOut: string; signedIn: string }) {
  const hasSession = useHasSession();
  const withoutAddress = <p>{signedOut}</p>;
  if (!hasSession) return withoutAddress;
  return (
    <Suspense fallback={withoutAddress}>
      <ContactAnswer text={signedIn}>{withoutAddress}</ContactAnswer>
    </Suspense>
  );
}

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
