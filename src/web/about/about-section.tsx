import type { ReactNode } from 'react';

/** One part of the page: its heading at the left, or above on phones. `id` is what its links end with. */
export function AboutSection({
  id,
  heading,
  children,
}: {
  id: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="below-fold about-section">
      <div className="wrap about-grid">
        <h2 id={`${id}-heading`} tabIndex={-1}>
          {heading}
        </h2>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
