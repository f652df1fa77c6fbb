import { about } from '#content/public/about.ts';
import { AboutSection } from '#web/about/about-section.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { servicesOf } from '#web/layout/nav-links.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** The three kinds of services, each with its way to the list. */
export function OfferedServices() {
  const { heading, items, link } = about.services;
  return (
    <AboutSection id="services" heading={heading}>
      <ul className="border-b border-line">
        {items.map(({ type, name, text }) => (
          <li key={type} className={classNames('about-service', tintClassOf(type))}>
            <span className="about-service-icon">
              <TypeIcon type={type} className="size-7" />
            </span>
            <div>
              <h3 className="text-lg">{name}</h3>
              <p className="text-sm text-muted">{text}</p>
            </div>
            <ArrowLink {...servicesOf(type)}>
              {link}
              <span className="sr-only"> of {name}</span>
            </ArrowLink>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}
