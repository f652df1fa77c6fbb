import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';

/** One leaf, tinted by --tint. */
export function LeafArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 88 72" {...props}>
      <defs>
        <Leaf
          id={`${id}l`}
          outline="M0 0C-18.3 -8.4 -14.5 -58.8 12 -84C28.9 -58.8 19.5 -8.4 0 0Z"
          half="M0 0C19.5 -8.4 28.9 -58.8 12 -84C4.2 -58.8 .2 -27.7 0 0Z"
          tint="var(--tint)"
          veins="M.3 -11.8Q-4.6 -12.9 -8.6 -15.6M.3 -11.8Q6.6 -12.9 11.8 -15.6M1.2 -25.2Q-4.6 -26.4 -9.3 -29.4M1.2 -25.2Q9.2 -26.4 15.8 -29.4M2.6 -38.6Q-2.7 -40.3 -7.1 -44.8M2.6 -38.6Q11 -40.3 17.8 -44.8M4.5 -52Q.9 -54.3 -2.1 -60.3M4.5 -52Q11.7 -54.3 17.5 -60.3M7 -65Q6.3 -67.7 5.7 -74.8M7 -65Q11.2 -67.7 14.5 -74.8"
          midrib="M0 0L0 0C.2 -27.7 4.2 -58.8 12 -84"
        />
      </defs>
      <use href={`#${id}l`} transform="translate(4 66) rotate(52)" />
    </Drawing>
  );
}
