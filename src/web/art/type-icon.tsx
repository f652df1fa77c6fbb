import type { ReactNode } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';

/** START is the first entry of a journey, which has no service type (product.md §2.13.2). */
type ArtType = 'AYURVEDA' | 'HERBALISM' | 'YOGA' | 'START';

const shapes: Record<ArtType, ReactNode> = {
  AYURVEDA: (
    <>
      <path
        d="M16 19C20.6 15 20.6 9 16 4.5C16.6 9 16.6 14 16 19ZM16 19C22 18.5 25 14 25.2 9C22 13 19 16 16 19ZM16 28C23 28 28 25 28 19.5H20C20 23 19 26 16 28Z"
        fill="var(--tint)"
        stroke="none"
      />
      <path d="M16 19C11.4 15 11.4 9 16 4.5C20.6 9 20.6 15 16 19ZM16 19C10 18.5 7 14 6.8 9C9 9.3 11.2 10.2 12.7 11.5M16 19C22 18.5 25 14 25.2 9C23 9.3 20.8 10.2 19.3 11.5M4 19.5H28C28 25 23 28 16 28S4 25 4 19.5Z" />
    </>
  ),
  HERBALISM: (
    <>
      <path
        d="M16 23.5C14 19.5 10.5 17 4.5 15.5C11.5 14 15.5 17.5 16 23.5ZM16 23.5C18 19.5 21.5 17 27.5 15.5C26.5 21 22 24 16 23.5ZM16.2 13.5C15 11 12.5 9 9 8C13.5 7.5 16 9.5 16.2 13.5ZM16.2 13.5C17.5 11 20 9 23.5 8C23 11.5 20.5 13.5 16.2 13.5Z"
        fill="var(--tint)"
        stroke="none"
      />
      <path d="M16 29.5C16 22 15.8 12 16.6 2.5M16 23.5C10 24 5.5 21 4.5 15.5C11.5 14 15.5 17.5 16 23.5ZM16 23.5C22 24 26.5 21 27.5 15.5C20.5 14 16.5 17.5 16 23.5ZM16.2 13.5C12 13.5 9.5 11.5 9 8C13.5 7.5 16 9.5 16.2 13.5ZM16.2 13.5C20.5 13.5 23 11.5 23.5 8C19 7.5 16.4 9.5 16.2 13.5Z" />
    </>
  ),
  YOGA: (
    <>
      <path
        d="M16 13.5C19.5 13.5 20.8 15 21.5 17.5L19.6 19.5L20 23.5H16ZM16 26C19 24.3 23.5 22.5 27.5 26C24 28.5 20 28.7 16 28.7Z"
        fill="var(--tint)"
        stroke="none"
      />
      <circle cx="16" cy="7" r="3.5" />
      <path d="M25.5 24L21.5 17.5C20.8 15 19.5 13.5 16 13.5S11.2 15 10.5 17.5L6.5 24M12.4 19.5L12 23.5M19.6 19.5L20 23.5M16 26C13 24.3 8.5 22.5 4.5 26C8 28.5 12 28.7 16 28.7S24 28.5 27.5 26C23.5 22.5 19 24.3 16 26Z" />
    </>
  ),
  START: (
    <>
      <path d="M16.5 3.5A13 13 0 1 0 28.8 19.5A11.4 11.4 0 1 1 16.5 3.5Z" fill="var(--tint)" stroke="none" />
      <path d="M16.5 3.5A13 13 0 1 0 28.8 19.5A10 10 0 1 1 16.5 3.5Z" />
      <circle cx="20.5" cy="11.5" r="2.6" />
      <path d="M20.5 5V6.5M20.5 16.5V18M14 11.5H15.5M25.5 11.5H27M16 7L17 8M24 15L25 16M25 7L24 8M17 15L16 16" />
    </>
  ),
};

/** A service type in any case; unknown ones have the Ayurveda icon (product.md §2.13.4). */
export function artTypeOf(type: string): ArtType {
  const upper = type.toUpperCase();
  return upper === 'HERBALISM' || upper === 'YOGA' || upper === 'START' ? upper : 'AYURVEDA';
}

/**
 * The icon of a service type, 32 units square, tinted by --tint of an ancestor (.is-ayurveda, …).
 * An empty type is the start of the journey.
 */
export function TypeIcon({ type, ...props }: DrawingProps & { type: string }) {
  return (
    <Drawing viewBox="0 0 32 32" {...props}>
      {shapes[type === '' ? 'START' : artTypeOf(type)]}
    </Drawing>
  );
}

/** The class that sets --tint, --tint-ink and --tint-wash for a service type (tokens.css). */
export function tintClassOf(type: string): 'is-ayurveda' | 'is-herbalism' | 'is-yoga' | 'is-start' {
  const art = type === '' ? 'START' : artTypeOf(type);
  if (art === 'HERBALISM') return 'is-herbalism';
  if (art === 'YOGA') return 'is-yoga';
  return art === 'START' ? 'is-start' : 'is-ayurveda';
}
