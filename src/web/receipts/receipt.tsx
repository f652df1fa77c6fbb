import './receipt.css';

import type { ReactNode } from 'react';
import { practice } from '#content/public/practice.ts';

const { name, studio, phone_display } = practice;

/** What the practice gives a client on paper, under its name. Printing prints it alone. */
export function Receipt({
  title,
  identity,
  children,
}: {
  title: string;
  /** One more line about the practice. */
  identity?: string;
  children: ReactNode;
}) {
  return (
    <section className="receipt" aria-label={title}>
      <header>
        <b>{name}</b>
        <span>
          {studio.street}, {studio.city}, {studio.region} {studio.postal_code}
        </span>
        <span>{phone_display}</span>
        {identity && <span>{identity}</span>}
      </header>
      <p className="mt-3.5 mb-1.5 font-bold">{title}</p>
      {children}
    </section>
  );
}
