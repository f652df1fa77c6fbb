import type { ReactNode } from 'react';

export interface DrawingProps {
  /** Says what is shown; without it the drawing is decoration and hidden from screen readers. */
  title?: string;
  className?: string;
}

/**
 * The sheet that every drawing is made on: one line weight, round ends, colours from the --art-* tokens.
 * Attributes only, no style=, so that it can be rendered on the server under the strict CSP.
 */
export function Drawing({
  viewBox,
  title,
  className,
  children,
}: DrawingProps & { viewBox: string; children: ReactNode }) {
  const named = title ? ({ role: 'img', 'aria-label': title } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg
      viewBox={viewBox}
      className={className}
      fill="none"
      stroke="var(--art-line)"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...named}
    >
      {children}
    </svg>
  );
}
