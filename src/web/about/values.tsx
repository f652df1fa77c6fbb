import { about } from '#content/public/about.ts';
import { AboutSection } from '#web/about/about-section.tsx';

/** The six core values. */
export function Values() {
  return (
    <AboutSection id="values" heading={about.values.heading}>
      <ol className="about-values">
        {about.values.items.map(({ name, text }) => (
          <li key={name}>
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
