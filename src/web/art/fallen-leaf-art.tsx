import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';

/** A fallen leaf, for errors and cancellations. */
export function FallenLeafArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 320 200" {...props}>
      <defs>
        <Leaf
          id={`${id}l`}
          outline="M0 0C-36.6 -15 -29 -105 24 -150C57.8 -105 39 -15 0 0Z"
          half="M0 0C39 -15 57.8 -105 24 -150C8.4 -105 .5 -49.5 0 0Z"
          tint="var(--art-clay)"
          veins="M.6 -21.1Q-9.2 -23 -17.3 -27.8M.6 -21.1Q13.3 -23 23.7 -27.8M1.7 -37Q-9.5 -38.9 -18.7 -43.9M1.7 -37Q16.9 -38.9 29.4 -43.9M3.2 -53Q-8.3 -55.4 -17.7 -61.5M3.2 -53Q19.8 -55.4 33.4 -61.5M5.2 -69Q-5.5 -72.1 -14.2 -80M5.2 -69Q21.9 -72.1 35.6 -80M7.7 -84.9Q-1.1 -88.7 -8.2 -98.6M7.7 -84.9Q23.1 -88.7 35.7 -98.6M10.6 -100.6Q5 -105.1 .3 -116.7M10.6 -100.6Q23.3 -105.1 33.6 -116.7M14.1 -116Q12.6 -120.9 11.3 -133.5M14.1 -116Q22.3 -120.9 29 -133.5"
          midrib="M0 34L0 0C.5 -49.5 8.4 -105 24 -150"
        />
      </defs>
      <circle cx="160" cy="92" r="66" fill="var(--art-disc)" stroke="none" opacity=".7" />
      <use href={`#${id}l`} transform="translate(92 132) rotate(74)" />
      <path d="M40 166C86 160 122 170 168 165S246 170 284 164" strokeWidth="1" />
    </Drawing>
  );
}
