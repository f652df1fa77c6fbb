import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';

/** A sprout, for empty states. */
export function SproutArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 320 310" {...props}>
      <defs>
        <Leaf
          id={`${id}l`}
          outline="M0 0C-25.6 -9.6 -17.5 -67.2 22 -96C43.9 -67.2 27.8 -9.6 0 0Z"
          half="M0 0C27.8 -9.6 43.9 -67.2 22 -96C7.7 -67.2 .4 -31.7 0 0Z"
          tint="var(--art-leaf)"
          veins="M.6 -13.5Q-6.1 -14.7 -11.5 -17.8M.6 -13.5Q9.8 -14.7 17.4 -17.8M2.2 -28.8Q-5.5 -30.1 -11.7 -33.6M2.2 -28.8Q14 -30.1 23.7 -33.6M4.8 -44.1Q-2.1 -46.1 -7.8 -51.2M4.8 -44.1Q17.2 -46.1 27.4 -51.2M8.3 -59.4Q3.9 -62.1 .2 -69M8.3 -59.4Q19.1 -62.1 27.9 -69M12.9 -74.2Q12.5 -77.4 12.2 -85.4M12.9 -74.2Q19.4 -77.4 24.7 -85.4"
          midrib="M0 0L0 0C.4 -31.7 7.7 -67.2 22 -96"
        />
        <Leaf
          id={`${id}s`}
          outline="M0 0C-9.7 -3.8 -7.9 -26.6 6 -38C15.1 -26.6 10.3 -3.8 0 0Z"
          half="M0 0C10.3 -3.8 15.1 -26.6 6 -38C2.1 -26.6 .1 -12.5 0 0Z"
          tint="var(--art-deep)"
          midrib="M0 0L0 0C.1 -12.5 2.1 -26.6 6 -38"
        />
      </defs>
      <g className="disc">
        <circle cx="160" cy="112" r="72" fill="var(--art-disc)" stroke="none" />
      </g>
      <path d="M160 226C158 190 164 160 160 122" />
      <use href={`#${id}l`} transform="translate(160 150) rotate(-62) scale(-1 1)" />
      <use href={`#${id}l`} transform="translate(160 146) rotate(58) scale(1.04)" />
      <use href={`#${id}s`} transform="translate(160 122) rotate(-20) scale(-1 1)" />
      <use href={`#${id}s`} transform="translate(160 122) rotate(22) scale(0.92)" />
      <path d="M52 228C84 222 118 231 160 227S238 222 268 229" />
      <path
        d="M160 228C162 246 152 258 156 284M158 240C146 248 138 250 130 262M157 250C170 256 178 258 186 270M154 268C148 272 144 276 142 284"
        strokeWidth="1"
      />
      <path
        d="M88 246h.1M112 240h.1M104 262h.1M206 242h.1M232 248h.1M214 264h.1M190 252h.1M128 280h.1M198 286h.1"
        strokeWidth="2.6"
        opacity=".6"
      />
    </Drawing>
  );
}

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

type LeafProps = {
  id: string;
  /** Path data, from the stalk at 0 0 upwards: the whole edge, and the half of it that is tinted. */
  outline: string;
  half: string;
  midrib: string;
  /** Small leaves have none. */
  veins?: string;
  /** A colour of the theme. */
  tint: string;
};

/** A leaf for `use`, in the order of the animation in art.css: ground, tint, veins, midrib, edge. */
export function Leaf({ id, outline, half, midrib, veins, tint }: LeafProps) {
  return (
    <g id={id}>
      <path d={outline} fill="var(--art-ground)" stroke="none" />
      <path className="tint" d={half} fill={tint} stroke="none" />
      {veins !== undefined && <path className="vein" d={veins} strokeWidth="1" opacity=".55" />}
      <path className="draw" pathLength={1} d={midrib} />
      <path className="draw" pathLength={1} d={outline} />
    </g>
  );
}
