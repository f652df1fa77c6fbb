import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Lotus, LotusPetals } from '#web/art/lotus.tsx';

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
