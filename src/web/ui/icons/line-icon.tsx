import type { Component } from '#jsx/jsx-runtime';
import type { ReactNode, SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>;

/**
 * The frame of a line icon. The drawings are those of Lucide, written out one module each, so that a page loads the
 * icons that it shows. Their licence is in docs/dependencies.md.
 */
export function LineIcon({ children, ...rest }: IconProps & { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" {...rest}>
      {children}
    </svg>
  );
}

/** An icon as a value, for lists of links and buttons. */
export type LineIconComponent = Component<IconProps>;
