import { useEffect, useState } from 'react';
import { ArrowUpIcon } from '#web/ui/icons.tsx';

/** Appears once the page is scrolled further than this, in pixels (product.md §9.4). */
const THRESHOLD_PX = 300;

/** Brings the top of a long page back. */
export function BackToTop() {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > THRESHOLD_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  if (!far) return null;
  const climb = () => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label="Back to top"
      title="Back to top"
      onClick={climb}
    >
      <ArrowUpIcon />
    </button>
  );
}
