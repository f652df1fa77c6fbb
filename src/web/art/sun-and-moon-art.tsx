import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';

/** Sun and moon: the start of a journey. */
export function SunAndMoonArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 400 400" {...props}>
      <defs>
        <g id={`${id}r`}>
          <path d="M0 -58C-7 -70 -6 -84 0 -100C6 -84 7 -70 0 -58Z" fill="var(--art-ground)" stroke="none" />
          <path d="M0 -58C7 -70 6 -84 0 -100C1 -86 1 -72 0 -58Z" fill="var(--art-disc)" stroke="none" />
          <path d="M0 -58C-7 -70 -6 -84 0 -100C6 -84 7 -70 0 -58Z" />
        </g>
      </defs>
      <path d="M214 42A158 158 0 1 0 358 234A124 124 0 1 1 214 42Z" fill="var(--art-ground)" stroke="none" />
      <path d="M214 42A158 158 0 1 0 358 234A136 136 0 1 1 214 42Z" fill="var(--art-dusk)" stroke="none" />
      <path className="draw" pathLength={1} d="M214 42A158 158 0 1 0 358 234A124 124 0 1 1 214 42Z" />
      <path d="M62 176A140 140 0 0 0 290 313M80 204A122 122 0 0 0 246 314" strokeWidth="1" opacity=".55" />
      <path
        d="M88 150h.1M102 232h.1M146 284h.1M118 268h.1M92 188h.1M196 306h.1"
        strokeWidth="3"
        opacity=".6"
      />
      <g transform="translate(248 148)">
        <circle r="46" fill="var(--art-ground)" stroke="none" />
        <path d="M0 -46A46 46 0 0 1 0 46C16 20 16 -20 0 -46Z" fill="var(--art-disc)" stroke="none" />
        <circle r="46" />
        <use href={`#${id}r`} />
        <path d="M0 -58V-74" transform="rotate(22.5)" />
        <use href={`#${id}r`} transform="rotate(45)" />
        <path d="M0 -58V-74" transform="rotate(67.5)" />
        <use href={`#${id}r`} transform="rotate(90)" />
        <path d="M0 -58V-74" transform="rotate(112.5)" />
        <use href={`#${id}r`} transform="rotate(135)" />
        <path d="M0 -58V-74" transform="rotate(157.5)" />
        <use href={`#${id}r`} transform="rotate(180)" />
        <path d="M0 -58V-74" transform="rotate(202.5)" />
        <use href={`#${id}r`} transform="rotate(225)" />
        <path d="M0 -58V-74" transform="rotate(247.5)" />
        <use href={`#${id}r`} transform="rotate(270)" />
        <path d="M0 -58V-74" transform="rotate(292.5)" />
        <use href={`#${id}r`} transform="rotate(315)" />
        <path d="M0 -58V-74" transform="rotate(337.5)" />
      </g>
      <path
        d="M352 300c0 12 2 14 14 14c-12 0 -14 2 -14 14c0 -12 -2 -14 -14 -14c12 0 14 -2 14 -14ZM52 74c0 9 2 11 11 11c-9 0 -11 2 -11 11c0 -9 -2 -11 -11 -11c9 0 11 -2 11 -11Z"
        strokeWidth="1.2"
      />
      <path d="M96 52h.1M330 350h.1M376 268h.1M30 126h.1" strokeWidth="3" />
    </Drawing>
  );
}
