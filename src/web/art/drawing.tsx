import type { ReactNode } from 'react';

export interface DrawingProps {
  /** Describes the drawing; without it the drawing is decorative and hidden from screen readers. */
  title?: string;
  className?: string;
}

/**
 * The <svg> of every drawing: one line width, round ends, colours from the --art-* tokens. It has no style attributes,
 * which the content security policy forbids in server markup.
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
