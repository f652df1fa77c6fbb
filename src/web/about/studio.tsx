import { about } from '#content/public/about.ts';
import { practice } from '#content/public/practice.ts';
import { AboutSection } from '#web/about/about-section.tsx';
import { StudioMapArt } from '#web/art/studio-map-art.tsx';
import { ArrowUpRightIcon } from '#web/ui/icons/arrow-up-right.tsx';

/** Where the studio is and how to find its gate. */
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
            <ArrowUpRightIcon />
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
