import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';

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
