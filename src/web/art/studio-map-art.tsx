import { Drawing, type DrawingProps } from '#web/art/drawing.tsx';

/** The streets around the studio; on the site it links to a map. */
export function StudioMapArt(props: DrawingProps) {
  return (
    <Drawing viewBox="0 0 560 320" {...props}>
      <rect width="560" height="320" fill="var(--art-wash-h)" stroke="none" />
      <path
        d="M0 70H560M0 170H560M0 262H560M96 0V320M226 0V320M356 0V320M486 0V320"
        stroke="var(--art-ground)"
        strokeWidth="18"
      />
      <path d="M0 170H560" stroke="var(--art-ground)" strokeWidth="26" />
      <path d="M372 90h100v62h-100zM242 188h98v58h-98z" fill="var(--art-leaf)" stroke="none" />
      <path
        d="M392 140v-18m0 0c-8 0-12-6-12-12c8-1 12 4 12 12zm0-4c8 0 12-6 12-12c-8-1-12 4-12 12zM430 138v-24m0 6c-9 0-14-6-14-14c9-1 14 5 14 14zm0-5c9 0 14-6 14-14c-9-1-14 5-14 14z"
        strokeWidth="1.2"
      />
      <path
        d="M296 116c-17 0-27 12-27 27c0 18 17 26 27 42c10-16 27-24 27-42c0-15-10-27-27-27z"
        fill="var(--sage)"
        stroke="none"
      />
      <path d="M296 158c-11-7-11-19 7-24c4 12 2 21-7 24z" fill="var(--on-sage)" stroke="none" />
    </Drawing>
  );
}
