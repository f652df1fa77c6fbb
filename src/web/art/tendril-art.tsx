import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';

/** A tendril, for small empty states. */
export function TendrilArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 64 64" {...props}>
      <defs>
        <Leaf
          id={`${id}l`}
          outline="M0 0C-7.5 -2.7 -5.9 -18.9 5 -27C11.9 -18.9 8 -2.7 0 0Z"
          half="M0 0C8 -2.7 11.9 -18.9 5 -27C1.8 -18.9 .1 -8.9 0 0Z"
          tint="var(--art-leaf)"
          midrib="M0 0L0 0C.1 -8.9 1.8 -18.9 5 -27"
        />
      </defs>
      <path d="M32 0C32 14 31 22 36 30C40 37 47 38 48 32C48 28 43 28 43 32" />
      <use href={`#${id}l`} transform="translate(32 14) rotate(-118) scale(-0.9 0.9)" />
      <use href={`#${id}l`} transform="translate(34.5 27) rotate(-146) scale(-1.05 1.05)" />
      <use href={`#${id}l`} transform="translate(32 18) rotate(112) scale(0.8)" />
    </Drawing>
  );
}
