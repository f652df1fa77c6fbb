import './auth.css';

import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

/** Rendered by the server and static, so their code may load after the form is hydrated. */
const HeroArt = onDemand(async () => (await import('#web/art/hero-art.tsx')).HeroArt);
const YogaArt = onDemand(async () => (await import('#web/art/yoga-art.tsx')).YogaArt);

/** Created once, so that rendering the form again does not render a drawing whose code has not loaded. */
const PICTURES = {
  garden: { art: <HeroArt />, caption: 'Knock twice. The kettle is usually on.', tint: null },
  seat: {
    art: <YogaArt />,
    caption: 'A series of small steps that takes you to a different place.',
    tint: 'is-dusk',
  },
};

/** The page of a short form: heading, lede, form, and on large screens a picture next to it. */
export function AuthFrame({
  title,
  lede,
  picture,
  children,
}: {
  title: ReactNode;
  lede: ReactNode;
  picture: keyof typeof PICTURES;
  children: ReactNode;
}) {
  const { art, caption, tint } = PICTURES[picture];
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <div className="auth-form w-full max-w-108 m-auto px-gutter pt-8 pb-16">
        <h1>{title}</h1>
        <p className="mt-2 mb-6 text-muted">{lede}</p>
        {children}
      </div>
      <aside
        className={classNames(
          'auth-art hidden lg:sticky lg:flex lg:flex-col lg:justify-end lg:items-center',
          tint,
        )}
        aria-hidden="true"
      >
        <p>{caption}</p>
        <div className="art">{art}</div>
      </aside>
    </div>
  );
}
