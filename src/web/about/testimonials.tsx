import { about } from '#content/public/about.ts';
import { AboutSection } from '#web/about/about-section.tsx';

/** What clients have said. */
export function Testimonials() {
  return (
    <AboutSection id="testimonials" heading={about.testimonials.heading}>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {about.testimonials.items.map(({ quote, name }) => (
          <figure key={name}>
            <blockquote className="display -indent-[0.42em] pl-[0.42em] text-lg leading-[1.45] text-balance">
              “{quote}”
            </blockquote>
            <figcaption className="mt-3 text-sm text-muted">{name}</figcaption>
          </figure>
        ))}
      </div>
    </AboutSection>
  );
}
