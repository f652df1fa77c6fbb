import { about } from '#content/public/about.ts';
import { AboutSection } from '#web/about/about-section.tsx';
import { ArrowUpRightIcon } from '#web/ui/icons/arrow-up-right.tsx';

/** Three other practitioners, each with the way to their own site. */
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
              <ArrowUpRightIcon />
              <span className="sr-only"> of {name}, opens in a new tab</span>
            </a>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}
