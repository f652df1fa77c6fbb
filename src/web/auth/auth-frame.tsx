import './auth.css';

import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

/** Drawn by the server; nothing of them moves, so their code may come after the form already answers. */
const HeroArt = onDemand(async () => (await import('#web/art/hero-art.tsx')).HeroArt);
const YogaArt = onDemand(async () => (await import('#web/art/yoga-art.tsx')).YogaArt);

/** Made once, so that a form that is drawn anew asks nothing of a drawing whose code is not there yet. */
const PICTURES = {
  garden: { art: <HeroArt />, words: 'Knock twice. The kettle is usually on.', tint: null },
  seat: {
    art: <YogaArt />,
    words: 'A series of small steps that takes you to a different place.',
    tint: 'is-dusk',
  },
};

/** The page of one short form: heading, a line, the form, and a picture beside it on large screens. */
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
  const { art, words, tint } = PICTURES[picture];
  return (
    <div className="auth">
      <div className="auth-form">
        <h1>{title}</h1>
        <p className="mt-2 mb-6 text-muted">{lede}</p>
        {children}
      </div>
      <aside className={classNames('auth-art', tint)} aria-hidden="true">
        <p>{words}</p>
        <div className="art">{art}</div>
      </aside>
    </div>
  );
}
