import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';

/** A sprig in flower: Herbalism. */
export function HerbalismArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 400 400" {...props}>
      <defs>
        <Leaf
          id={`${id}l`}
          outline="M0 0C-27.2 -11.2 -24.7 -78.4 12 -112C39.1 -78.4 28.4 -11.2 0 0Z"
          half="M0 0C28.4 -11.2 39.1 -78.4 12 -112C4.2 -78.4 .2 -37 0 0Z"
          tint="var(--art-leaf)"
          veins="M.3 -15.8Q-7.2 -17.1 -13.4 -20.7M.3 -15.8Q9.3 -17.1 16.6 -20.7M.8 -27.6Q-7.9 -29 -15 -32.8M.8 -27.6Q11.6 -29 20.4 -32.8M1.6 -39.5Q-7.5 -41.3 -14.9 -45.9M1.6 -39.5Q13.2 -41.3 22.7 -45.9M2.6 -51.5Q-6 -53.8 -13 -59.7M2.6 -51.5Q14.2 -53.8 23.7 -59.7M3.8 -63.4Q-3.4 -66.2 -9.3 -73.6M3.8 -63.4Q14.4 -66.2 23 -73.6M5.3 -75.1Q.3 -78.5 -3.8 -87.1M5.3 -75.1Q13.8 -78.5 20.7 -87.1M7 -86.6Q5.1 -90.3 3.6 -99.7M7 -86.6Q12.3 -90.3 16.6 -99.7"
          midrib="M0 8L0 0C.2 -37 4.2 -78.4 12 -112"
        />
        <Leaf
          id={`${id}m`}
          outline="M0 0C-18.5 -7.8 -16.9 -54.6 8 -78C26.5 -54.6 19.3 -7.8 0 0Z"
          half="M0 0C19.3 -7.8 26.5 -54.6 8 -78C2.8 -54.6 .2 -25.7 0 0Z"
          tint="var(--art-leaf)"
          veins="M.2 -11Q-4.9 -11.9 -9.2 -14.4M.2 -11Q6.3 -11.9 11.3 -14.4M.8 -23.4Q-5.3 -24.5 -10.4 -27.3M.8 -23.4Q8.5 -24.5 14.7 -27.3M1.7 -35.9Q-4.1 -37.5 -8.9 -41.6M1.7 -35.9Q9.6 -37.5 16 -41.6M3 -48.2Q-1.2 -50.4 -4.7 -56M3 -48.2Q9.6 -50.4 14.9 -56M4.7 -60.3Q3.4 -62.9 2.3 -69.4M4.7 -60.3Q8.2 -62.9 11.2 -69.4"
          midrib="M0 6L0 0C.2 -25.7 2.8 -54.6 8 -78"
        />
        <Leaf
          id={`${id}s`}
          outline="M0 0C-10.9 -4.4 -10.4 -30.8 4 -44C15.2 -30.8 11.3 -4.4 0 0Z"
          half="M0 0C11.3 -4.4 15.2 -30.8 4 -44C1.4 -30.8 .1 -14.5 0 0Z"
          tint="var(--art-deep)"
          veins="M.1 -6.2Q-3 -6.7 -5.5 -8.1M.1 -6.2Q3.7 -6.7 6.5 -8.1M.9 -20.2Q-2.7 -21.1 -5.5 -23.5M.9 -20.2Q5.4 -21.1 9.1 -23.5M2.3 -34Q1.5 -35.5 .8 -39.2M2.3 -34Q4.3 -35.5 6 -39.2"
          midrib="M0 0L0 0C.1 -14.5 1.4 -30.8 4 -44"
        />
        <g id={`${id}f`}>
          <path
            d="M0 0C-5 -6 -7 -16 -2 -22C0 -26 6 -26 8 -22C10 -18 6 -14 8 -10C6 -4 4 -2 0 0Z"
            fill="var(--art-dusk)"
          />
          <path d="M1 -6C0 -12 1 -16 3 -19" strokeWidth="1" />
        </g>
      </defs>
      <path d="M226 384C214 290 168 190 204 34" className="draw" pathLength={1} />
      <g>
        <use href={`#${id}f`} transform="translate(201 47.9) rotate(-50.5) scale(-0.62 0.62)" />
        <use href={`#${id}f`} transform="translate(201 47.9) rotate(-12.5) scale(-0.56 0.56)" />
        <use href={`#${id}f`} transform="translate(201 47.9) rotate(73.5) scale(0.62)" />
        <use href={`#${id}f`} transform="translate(201 47.9) rotate(35.5) scale(0.56)" />
        <use href={`#${id}f`} transform="translate(194.4 87.8) rotate(-54.8) scale(-0.8 0.8)" />
        <use href={`#${id}f`} transform="translate(194.4 87.8) rotate(-16.8) scale(-0.72 0.72)" />
        <use href={`#${id}f`} transform="translate(194.4 87.8) rotate(69.2) scale(0.8)" />
        <use href={`#${id}f`} transform="translate(194.4 87.8) rotate(31.2) scale(0.72)" />
        <use href={`#${id}f`} transform="translate(190.9 129.4) rotate(-59.6) scale(-0.95 0.95)" />
        <use href={`#${id}f`} transform="translate(190.9 129.4) rotate(-21.6) scale(-0.86 0.86)" />
        <use href={`#${id}f`} transform="translate(190.9 129.4) rotate(64.4) scale(0.95)" />
        <use href={`#${id}f`} transform="translate(190.9 129.4) rotate(26.4) scale(0.86)" />
      </g>
      <g>
        <use href={`#${id}s`} transform="translate(190.8 168.2) rotate(-52.1) scale(-1.05 1.05)" />
        <use href={`#${id}s`} transform="translate(190.8 168.2) rotate(53.9) scale(1.05)" />
        <use href={`#${id}m`} transform="translate(194.2 211.7) rotate(-58.7) scale(-1 1)" />
        <use href={`#${id}m`} transform="translate(194.2 211.7) rotate(53.3)" />
        <use href={`#${id}l`} transform="translate(203.3 268.3) rotate(-67.1) scale(-0.96 0.96)" />
        <use href={`#${id}l`} transform="translate(203.3 268.3) rotate(54.9) scale(0.96)" />
        <use href={`#${id}l`} transform="translate(214.4 320.6) rotate(-80.2) scale(-1.2 1.2)" />
        <use href={`#${id}l`} transform="translate(214.4 320.6) rotate(69.8) scale(1.2)" />
      </g>
      <path d="M222 384L230 384" strokeWidth="2.5" />
    </Drawing>
  );
}
