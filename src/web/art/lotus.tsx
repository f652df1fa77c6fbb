import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';

/** A lotus, for success. */
export function LotusArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 280 190" {...props}>
      <defs>
        <LotusPetals id={id} />
      </defs>
      <g className="disc">
        <circle cx="140" cy="78" r="66" fill="var(--art-disc)" stroke="none" />
      </g>
      <g transform="translate(140 150)">
        <Lotus id={id} />
      </g>
      <path
        d="M22 164C60 158 98 168 140 163S220 168 258 162M62 178C96 174 122 181 150 177S196 180 214 177"
        strokeWidth="1"
      />
    </Drawing>
  );
}

/** The six petals of a lotus, from the middle outwards; those at the sides are also used mirrored. */
const PETALS = [
  {
    name: 'a',
    outline: 'M0 4C-30 -24 -36 -82 0 -128C36 -82 30 -24 0 4Z',
    shade: 'M0 4C30 -24 36 -82 0 -128C6 -84 6 -30 0 4Z',
    veins: 'M0 -22C-1 -56 -1 -88 0 -112M-9 -26C-14 -52 -13 -76 -6 -98M9 -26C14 -52 13 -76 6 -98',
  },
  {
    name: 'b',
    outline: 'M0 4C-2 -40 12 -90 48 -116C66 -74 48 -22 0 4Z',
    shade: 'M0 4C48 -22 66 -74 48 -116C44 -74 30 -30 0 4Z',
    veins: 'M10 -22C24 -48 38 -76 45 -101M5 -28C10 -56 22 -80 37 -98M24 -26C38 -46 48 -66 51 -88',
  },
  {
    name: 'c',
    outline: 'M0 4C16 -36 46 -74 92 -86C92 -46 58 -6 0 4Z',
    shade: 'M0 4C58 -6 92 -46 92 -86C74 -52 46 -20 0 4Z',
    veins: 'M20 -13C44 -32 66 -54 82 -74M15 -23C32 -46 52 -62 72 -72M38 -15C56 -26 72 -42 81 -56',
  },
  {
    name: 'd',
    outline: 'M0 4C34 -16 72 -42 128 -44C112 -6 58 16 0 4Z',
    shade: 'M0 4C58 16 112 -6 128 -44C94 -18 50 0 0 4Z',
    veins: 'M28 -3C60 -12 92 -26 114 -38M32 -14C56 -26 80 -34 102 -37M46 2C70 -2 90 -10 104 -20',
  },
  {
    name: 'e',
    outline: 'M0 8C-25 -10 -31 -48 0 -78C31 -48 25 -10 0 8Z',
    shade: 'M0 8C25 -10 31 -48 0 -78C5 -48 5 -16 0 8Z',
    veins: 'M0 -12C-1 -34 -1 -50 0 -64M-8 -14C-12 -30 -11 -42 -6 -54M8 -14C12 -30 11 -42 6 -54',
  },
  {
    name: 'f',
    outline: 'M0 8C8 -22 26 -52 60 -66C66 -34 42 2 0 8Z',
    shade: 'M0 8C42 2 66 -34 60 -66C50 -38 30 -12 0 8Z',
    veins: 'M12 -8C28 -26 44 -44 54 -56M9 -18C20 -34 34 -48 48 -56',
  },
] as const;

/** For the <defs> of a drawing: each petal as `#<id><name>`. */
export function LotusPetals({ id }: { id: string }) {
  return PETALS.map(({ name, outline, shade, veins }) => (
    <g key={name} id={`${id}${name}`}>
      <path d={outline} fill="var(--art-ground)" stroke="none" />
      <path className="tint" d={shade} fill="var(--art-petal)" stroke="none" />
      <path className="vein" d={veins} strokeWidth="1" opacity=".55" />
      <path className="draw" pathLength={1} d={outline} />
    </g>
  ));
}

/** The whole flower with its base at 0, 0. Its petals are in the <defs> under the same id. */
export function Lotus({ id }: { id: string }) {
  return (
    <>
      <use href={`#${id}a`} />
      <use href={`#${id}b`} />
      <use href={`#${id}b`} transform="scale(-1 1)" />
      <use href={`#${id}c`} />
      <use href={`#${id}c`} transform="scale(-1 1)" />
      <use href={`#${id}d`} />
      <use href={`#${id}d`} transform="scale(-1 1)" />
      <use href={`#${id}f`} />
      <use href={`#${id}f`} transform="scale(-1 1)" />
      <use href={`#${id}e`} />
    </>
  );
}
