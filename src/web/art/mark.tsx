import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';

/** The logo: a sage leaf whose vein is a river, with the colours --art-line and --mark-tint. */
export function Mark(props: DrawingProps) {
  return (
    <Drawing viewBox="0 0 48 48" {...props}>
      <g strokeWidth="1.75">
        <path
          d="M36 5C40 24 34 38 12 40C20 38 27 34 25 28C23 22 17 19 21 13C24 9 30 7 36 5Z"
          fill="var(--mark-tint)"
          stroke="none"
        />
        <path d="M12 40C4 22 12 8 36 5C41 24 34 39 12 40Z" />
        <path d="M36 5C30 7 24 9 21 13C17 19 23 22 25 28C27 34 20 38 12 40L6.5 44.5" />
      </g>
    </Drawing>
  );
}
