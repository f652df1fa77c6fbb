import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';
import { Lotus, LotusPetals } from '#web/art/lotus.tsx';

/** Lotus in a mortar: Ayurveda. */
export function AyurvedaArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="0 0 400 400" {...props}>
      <defs>
        <LotusPetals id={id} />
        <Leaf
          id={`${id}l`}
          outline="M0 0C-21.6 -9.2 -30.3 -64.4 -10 -92C18.3 -64.4 20.6 -9.2 0 0Z"
          half="M0 0C20.6 -9.2 18.3 -64.4 -10 -92C-3.5 -64.4 -.2 -30.4 0 0Z"
          tint="var(--art-leaf)"
          veins="M-.3 -12.9Q-7.1 -14.1 -12.8 -17M-.3 -12.9Q5.4 -14.1 10.1 -17M-1 -27.6Q-9.7 -28.9 -16.7 -32.2M-1 -27.6Q5.8 -28.9 11.3 -32.2M-2.2 -42.3Q-11.1 -44.2 -18.4 -49.1M-2.2 -42.3Q4.2 -44.2 9.5 -49.1M-3.8 -56.9Q-11.2 -59.5 -17.3 -66.1M-3.8 -56.9Q.8 -59.5 4.6 -66.1M-5.9 -71.2Q-10 -74.2 -13.4 -81.9M-5.9 -71.2Q-4.5 -74.2 -3.5 -81.9"
          midrib="M0 10L0 0C-.2 -30.4 -3.5 -64.4 -10 -92"
        />
      </defs>
      <g className="disc">
        <circle cx="200" cy="150" r="104" fill="var(--art-disc)" stroke="none" />
      </g>
      <g transform="translate(262 196) rotate(32)">
        <path
          d="M-8 60L-6.5 -96C-6.5 -108 -13 -110 -13 -122C-13 -134 13 -134 13 -122C13 -110 6.5 -108 6.5 -96L8 60Z"
          fill="var(--art-ground)"
        />
        <path
          d="M2 60L3 -100C4 -112 8 -112 7 -130C14 -128 13 -118 12 -114C8 -106 6.5 -104 6.5 -96L8 60Z"
          fill="var(--art-clay)"
          stroke="none"
        />
        <path d="M-7 -98H7M-7.5 -90H7.5" strokeWidth="1" />
      </g>
      <use href={`#${id}l`} transform="translate(150 232) rotate(-58) scale(-1 1)" />
      <use href={`#${id}l`} transform="translate(166 236) rotate(-30) scale(1.05)" />
      <use href={`#${id}l`} transform="translate(248 234) rotate(62) scale(0.95)" />
      <g transform="translate(198 238) scale(0.92)">
        <Lotus id={id} />
      </g>
      <path
        d="M104 238C106 300 138 334 166 342L158 362C156 370 244 370 242 362L234 342C262 334 294 300 296 238C296 262 104 262 104 238Z"
        fill="var(--art-ground)"
      />
      <path
        d="M206 256C250 255 296 252 296 238C294 300 262 334 234 342L242 362C244 368 222 369 204 368C216 350 232 300 206 256Z"
        fill="var(--art-clay)"
        stroke="none"
      />
      <path d="M104 238C104 228 122 224 140 222M296 238C296 228 282 225 264 222.5M104 238C104 262 296 262 296 238C294 300 262 334 234 342L242 362C244 370 156 370 158 362L166 342C138 334 106 300 104 238Z" />
      <path d="M166 342C186 347 214 347 234 342M106 252C118 270 282 270 294 252" strokeWidth="1" />
      <path
        d="M125 282.1C119 277.1 120 269.1 125 264.1C130 269.1 131 277.1 125 282.1ZM150 287.6C144 282.6 145 274.6 150 269.6C155 274.6 156 282.6 150 287.6ZM175 290.9C169 285.9 170 277.9 175 272.9C180 277.9 181 285.9 175 290.9ZM200 292C194 287 195 279 200 274C205 279 206 287 200 292ZM225 290.9C219 285.9 220 277.9 225 272.9C230 277.9 231 285.9 225 290.9ZM250 287.6C244 282.6 245 274.6 250 269.6C255 274.6 256 282.6 250 287.6ZM275 282.1C269 277.1 270 269.1 275 264.1C280 269.1 281 277.1 275 282.1Z"
        strokeWidth="1"
      />
      <path d="M70 369C96 366 130 371 158 369M246 369C276 366 306 371 332 368" strokeWidth="1" />
    </Drawing>
  );
}
