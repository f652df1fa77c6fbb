import { lazy, Suspense } from 'react';
import { Plus } from 'lucide';
import { about } from '#content/public/about.ts';
import { AboutSection } from '#web/about/about-sections.tsx';
import { useHasSession } from '#web/api/session-mark.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Icon } from '#web/ui/icon.tsx';

const ContactCode = onDemand(async () => (await import('#web/about/contact-answer.tsx')).ContactAnswer);
const ContactAnswer = lazy(async () => ({ default: await ContactCode.load() }));

/** Five questions; the answer to the last depends on whether the reader is signed in. */
export function Faq() {
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
