import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { RootsArt } from '#web/art/roots-art.tsx';
import { Brand } from '#web/layout/brand.tsx';
import { ABOUT_LINKS, DISCIPLINES, PAGE_LINKS, servicesOf } from '#web/layout/nav-links.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** 'Continue your Journey' with a session, 'Start your Journey' without (product.md §2.2). */
export function JourneyButton({ look }: { look?: 'primary' | 'on-earth' }) {
  return (
    <>
      <LinkButton to="/sign-in" look={look} size="lg" className="if-signed-out">
        Start your Journey
      </LinkButton>
      <LinkButton to="/profile" look={look} size="lg" className="if-signed-in">
        Continue your Journey
      </LinkButton>
    </>
  );
}

/** The footer of public pages. With a `call` it starts with that line and the roots drawing. */
export function SiteFooter({ call }: { call?: string }) {
  const { studio } = practice;
  return (
    <footer className="below-fold site-footer relative mt-auto pt-10 pb-8">
      {call && <RootsArt className="footer-roots absolute left-1/2 top-0 pointer-events-none" />}
      <div className="wrap relative">
        {call && (
          <div className="footer-call mb-16 grid justify-items-start gap-6 border-b border-earth-line pb-16 md:grid-cols-[1fr_auto] md:items-end">
            <h2 className="max-w-[12ch] text-4xl">{call}</h2>
            <JourneyButton look="on-earth" />
          </div>
        )}
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 text-sm md:grid-cols-[5fr_2fr_2fr_2fr]">
          <div className="col-span-full md:col-auto">
            <Brand />
            <p className="text-on-earth-muted">
              {studio.name}, {studio.street}
              <br />
              {studio.city}, {studio.region_name} {studio.postal_code}. {studio.finding_it}
            </p>
          </div>
          <FooterList title="Services">
            {DISCIPLINES.map(({ label, type }) => (
              <Link key={type} {...servicesOf(type)} className="footer-link">
                {label}
              </Link>
            ))}
          </FooterList>
          <FooterList title="About">
            {ABOUT_LINKS.filter(({ label }) => label !== 'Services').map(({ label, to }) => (
              <Link key={to} to={to} className="footer-link">
                {label}
              </Link>
            ))}
          </FooterList>
          <FooterList title="Read">
            {[...PAGE_LINKS.slice(1), ...PAGE_LINKS.slice(0, 1)].map(({ label, to }) => (
              <Link key={to} to={to} className="footer-link">
                {label}
              </Link>
            ))}
          </FooterList>
        </div>
        <div className="mt-8 flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-earth-line pt-4 text-xs text-on-earth-muted">
          <span>© {practice.name}</span>
          <span>{practice.care_note}</span>
        </div>
      </div>
    </footer>
  );
}

function FooterList({ title, children }: { title: string; children: React.ReactNode[] }) {
  return (
    <div>
      <h2 className="mb-2 text-md">{title}</h2>
      <ul>
        {children.map((link, at) => (
          <li key={at}>{link}</li>
        ))}
      </ul>
    </div>
  );
}
