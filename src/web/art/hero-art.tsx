import { useId } from 'react';
import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';
import { Leaf } from '#web/art/leaf.tsx';
import { Lotus, LotusPetals } from '#web/art/lotus.tsx';

/** Leaves in front of the sun; animated once inside .draws (art.css). */
export function HeroArt(props: DrawingProps) {
  const id = useId();
  return (
    <Drawing viewBox="24 14 690 800" {...props}>
      <defs>
        <Leaf
          id={`${id}big`}
          outline="M0 0C-63 -30 -56 -210 30 -300C92 -210 66 -30 0 0Z"
          half="M0 0C66 -30 92 -210 30 -300C11 -210 1 -99 0 0Z"
          tint="var(--art-leaf)"
          veins="M1 -42Q-17 -46 -31 -56M1 -42Q22 -46 39 -56M2 -80Q-18 -84 -35 -95M2 -80Q28 -84 49 -95M5 -119Q-16 -124 -32 -138M5 -119Q32 -124 55 -138M8 -157Q-10 -164 -24 -182M8 -157Q34 -164 56 -182M13 -195Q0 -204 -10 -226M13 -195Q34 -204 51 -226M18 -232Q13 -242 10 -267M18 -232Q30 -242 40 -267"
          midrib="M0 0L0 0C1 -99 11 -210 30 -300"
        />
        <Leaf
          id={`${id}mid`}
          outline="M0 0C-41 -21 -57 -147 -18 -210C35 -147 39 -21 0 0Z"
          half="M0 0C39 -21 35 -147 -18 -210C-6 -147 0 -69 0 0Z"
          tint="var(--art-deep)"
          veins="M0 -30Q-13 -32 -24 -39M0 -30Q10 -32 19 -39M-2 -63Q-18 -66 -31 -74M-2 -63Q11 -66 22 -74M-4 -97Q-21 -101 -34 -112M-4 -97Q8 -101 18 -112M-7 -130Q-21 -136 -32 -151M-7 -130Q2 -136 9 -151M-11 -162Q-18 -169 -25 -187M-11 -162Q-8 -169 -6 -187"
          midrib="M0 0L0 0C0 -69 -6 -147 -18 -210"
        />
        <Leaf
          id={`${id}sm`}
          outline="M0 0C-16 -8 -13 -56 10 -80C25 -56 17 -8 0 0Z"
          half="M0 0C17 -8 25 -56 10 -80C4 -56 0 -26 0 0Z"
          tint="var(--art-deep)"
          midrib="M0 5L0 0C0 -26 4 -56 10 -80"
        />
        <g id={`${id}wil`} className="tint">
          <path d="M0 0C-10 -9 -5 -64 12 -92C19 -64 11 -9 0 0Z" fill="var(--art-ground)" stroke="none" />
          <path d="M0 0C11 -9 19 -64 12 -92C4 -64 0 -30 0 0Z" fill="var(--art-leaf)" stroke="none" />
          <path d="M0 4L0 0C0 -30 4 -64 12 -92" />
          <path d="M0 0C-10 -9 -5 -64 12 -92C19 -64 11 -9 0 0Z" />
        </g>
        <g id={`${id}pad`}>
          <path
            d="M-124 0C-126 -28 -62 -42 0 -42C64 -42 126 -26 124 2C122 26 66 40 12 40L0 4L-18 40C-76 38 -122 24 -124 0Z"
            fill="var(--art-ground)"
            stroke="none"
          />
          <path
            className="tint"
            d="M-124 0C-122 24 -76 38 -18 40L0 4L12 40C66 40 122 26 124 2C84 10 40 4 0 2C-40 6 -84 6 -124 0Z"
            fill="var(--art-leaf)"
            stroke="none"
          />
          <path
            className="vein"
            d="M0 2C-30 -2 -70 -6 -108 -2M0 2C-26 -8 -54 -20 -84 -26M0 2C-8 -12 -18 -26 -28 -36M0 2C10 -12 22 -26 36 -35M0 2C28 -8 60 -18 90 -24M0 2C36 -2 74 -4 110 2M0 2C-30 10 -54 20 -78 26M0 2C28 10 56 20 82 26"
            strokeWidth="1"
            opacity=".55"
          />
          <path
            className="draw"
            pathLength={1}
            d="M-124 0C-126 -28 -62 -42 0 -42C64 -42 126 -26 124 2C122 26 66 40 12 40L0 4L-18 40C-76 38 -122 24 -124 0Z"
          />
        </g>
        <LotusPetals id={id} />
      </defs>
      <g className="disc">
        <circle cx="424" cy="262" r="192" fill="var(--art-disc)" stroke="none" />
      </g>
      <g className="rays">
        <path
          d="M210 255L197 254M212 232L207 232M216 210L212 209M223 189L218 187M232 168L220 162M243 149L238 146M255 130L251 127M270 113L266 110M286 98L278 88M304 85L302 80M324 73L321 69M344 64L342 59M365 56L361 44M387 51L386 46M409 49L409 44M431 48L432 43M454 50L456 37M476 54L477 50M497 61L499 56M518 70L520 65M537 81L544 69M556 93L559 89M573 108L576 104M588 124L592 121M601 142L612 135M613 162L617 159M622 182L627 180M630 203L635 202M635 225L648 223M637 247L642 247M638 269L643 270M636 292L641 292M632 314L644 317M625 335L630 337M616 356L621 358M605 375L610 378M593 394L603 402"
          strokeWidth="1"
          opacity=".6"
        />
      </g>
      <g className="d1">
        <path className="draw" pathLength={1} d="M306 690C236 470 300 190 548 104" />
        <use href={`#${id}sm`} transform="translate(285 441) rotate(-38) scale(-1.2 1.2)" />
        <use href={`#${id}sm`} transform="translate(292 403) rotate(57) scale(1.15)" />
        <use href={`#${id}sm`} transform="translate(301 366) rotate(-27) scale(-1.09 1.09)" />
        <use href={`#${id}sm`} transform="translate(314 330) rotate(65) scale(1.04)" />
        <use href={`#${id}sm`} transform="translate(330 295) rotate(-15) scale(-0.99 0.99)" />
        <use href={`#${id}sm`} transform="translate(348 262) rotate(73) scale(0.94)" />
        <use href={`#${id}sm`} transform="translate(370 231) rotate(-2) scale(-0.88 0.88)" />
        <use href={`#${id}sm`} transform="translate(395 202) rotate(82) scale(0.83)" />
        <use href={`#${id}sm`} transform="translate(423 175) rotate(12) scale(-0.78 0.78)" />
        <use href={`#${id}sm`} transform="translate(454 151) rotate(92) scale(0.73)" />
        <use href={`#${id}sm`} transform="translate(488 130) rotate(26) scale(-0.67 0.67)" />
        <use href={`#${id}sm`} transform="translate(526 112) rotate(102) scale(0.62)" />
        <use href={`#${id}sm`} transform="translate(548 104) rotate(71) scale(0.62)" />
      </g>
      <g className="d1">
        <path className="draw" pathLength={1} d="M296 690C236 560 166 420 58 352" />
        <use href={`#${id}wil`} transform="translate(226 550) rotate(-67) scale(-1.15 1.15)" />
        <use href={`#${id}wil`} transform="translate(226 550) rotate(9) scale(1.15)" />
        <use href={`#${id}wil`} transform="translate(204 512) rotate(-68) scale(-1.06 1.06)" />
        <use href={`#${id}wil`} transform="translate(204 512) rotate(5) scale(1.06)" />
        <use href={`#${id}wil`} transform="translate(181 477) rotate(-70) scale(-0.97 0.97)" />
        <use href={`#${id}wil`} transform="translate(181 477) rotate(0) scale(0.97)" />
        <use href={`#${id}wil`} transform="translate(156 443) rotate(-72) scale(-0.88 0.88)" />
        <use href={`#${id}wil`} transform="translate(156 443) rotate(-5) scale(0.88)" />
        <use href={`#${id}wil`} transform="translate(130 412) rotate(-75) scale(-0.78 0.78)" />
        <use href={`#${id}wil`} transform="translate(130 412) rotate(-11) scale(0.78)" />
        <use href={`#${id}wil`} transform="translate(101 385) rotate(-79) scale(-0.69 0.69)" />
        <use href={`#${id}wil`} transform="translate(101 385) rotate(-18) scale(0.69)" />
        <use href={`#${id}wil`} transform="translate(71 361) rotate(-84) scale(-0.6 0.6)" />
        <use href={`#${id}wil`} transform="translate(71 361) rotate(-26) scale(0.6)" />
        <use href={`#${id}wil`} transform="translate(58 352) rotate(-58) scale(0.6)" />
      </g>
      <g className="d1">
        <path className="draw" pathLength={1} d="M420 690C520 600 610 470 700 430" />
        <use href={`#${id}wil`} transform="translate(547 559) rotate(5) scale(-1.05 1.05)" />
        <use href={`#${id}wil`} transform="translate(547 559) rotate(81) scale(1.05)" />
        <use href={`#${id}wil`} transform="translate(583 521) rotate(9) scale(-0.94 0.94)" />
        <use href={`#${id}wil`} transform="translate(583 521) rotate(80) scale(0.94)" />
        <use href={`#${id}wil`} transform="translate(619 487) rotate(14) scale(-0.83 0.83)" />
        <use href={`#${id}wil`} transform="translate(619 487) rotate(82) scale(0.83)" />
        <use href={`#${id}wil`} transform="translate(654 458) rotate(22) scale(-0.71 0.71)" />
        <use href={`#${id}wil`} transform="translate(654 458) rotate(85) scale(0.71)" />
        <use href={`#${id}wil`} transform="translate(689 435) rotate(33) scale(-0.6 0.6)" />
        <use href={`#${id}wil`} transform="translate(689 435) rotate(92) scale(0.6)" />
        <use href={`#${id}wil`} transform="translate(700 430) rotate(66) scale(0.6)" />
      </g>
      <g className="d3">
        <use href={`#${id}mid`} transform="translate(350 660) rotate(-2) scale(1.28)" />
        <use href={`#${id}big`} transform="translate(318 668) rotate(-56) scale(-1.02 1.02)" />
        <use href={`#${id}mid`} transform="translate(306 672) rotate(-80) scale(1.1)" />
        <use href={`#${id}big`} transform="translate(384 668) rotate(50) scale(0.96)" />
        <use href={`#${id}mid`} transform="translate(400 672) rotate(78) scale(-1.12 1.12)" />
      </g>
      <g className="d4">
        <path className="draw" pathLength={1} d="M424 700C488 640 534 560 528 452" />
        <g transform="translate(528 454) rotate(9) scale(0.92)">
          <use href={`#${id}c`} transform="scale(-1 1)" />
          <use href={`#${id}c`} />
          <use href={`#${id}b`} transform="scale(-1 1)" />
          <use href={`#${id}b`} />
          <use href={`#${id}a`} />
          <use href={`#${id}f`} />
          <use href={`#${id}f`} transform="scale(-1 1)" />
        </g>
      </g>
      <g className="d4">
        <use href={`#${id}big`} transform="translate(330 664) rotate(-24) scale(-0.92 0.92)" />
        <use href={`#${id}big`} transform="translate(366 664) rotate(21) scale(0.78)" />
      </g>
      <g className="d4">
        <use href={`#${id}pad`} transform="translate(572 708)" />
        <use href={`#${id}pad`} transform="translate(146 716) scale(-0.92 0.92)" />
      </g>
      <g className="d4">
        <path className="draw" pathLength={1} d="M130 706C138 654 130 610 112 574" />
        <g className="tint" transform="translate(112 574) rotate(-12)">
          <path d="M-24 -32C-22 -10 -9 0 0 2C9 0 22 -10 24 -32Z" fill="var(--art-ground)" />
          <path d="M0 2C9 0 22 -10 24 -32H4C6 -18 4 -6 0 2Z" fill="var(--art-petal)" stroke="none" />
          <ellipse cy="-32" rx="24" ry="9" fill="var(--art-ground)" />
          <path d="M-13 -33h.1M-4 -30h.1M5 -34h.1M13 -31h.1M-2 -36h.1" strokeWidth="3.2" />
          <path
            d="M0 2C9 0 22 -10 24 -32M-24 -32C-22 -10 -9 0 0 2M-10 -20C-9 -12 -5 -5 -2 -2"
            strokeWidth="1"
          />
        </g>
      </g>
      <g className="d5" transform="translate(344 694) scale(1.46)">
        <Lotus id={id} />
      </g>
      <g className="d5">
        <path
          className="vein"
          d="M52 768C84 762 108 770 132 766M170 758C260 748 330 764 420 754M606 762C640 756 664 764 692 758M190 782C256 774 310 790 374 780S492 788 560 778M290 800C336 794 380 806 436 799"
          strokeWidth="1"
        />
      </g>
    </Drawing>
  );
}
