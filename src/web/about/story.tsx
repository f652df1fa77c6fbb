import { about } from '#content/public/about.ts';
import { practice } from '#content/public/practice.ts';
import { AboutSection } from '#web/about/about-section.tsx';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { Chip } from '#web/ui/badge.tsx';

/** The practitioner's story, in her words, and what she has learnt where. */
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
