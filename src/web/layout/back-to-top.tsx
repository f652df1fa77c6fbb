import { ArrowUp } from 'lucide';
import { Icon } from '#web/ui/icon.tsx';
import { useEffect, useState } from 'react';

/** Shown when the page is scrolled further than this (product.md §9.4). */
const THRESHOLD_PX = 300;

export function BackToTop() {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const update = () => setVisible(window.scrollY > THRESHOLD_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  if (!visible) return null;
  const scrollToTop = () => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducedMotion ? 'instant' : 'smooth' });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      className="back-to-top fixed right-gutter z-20 size-12"
      aria-label="Back to top"
      title="Back to top"
      onClick={scrollToTop}
    >
      <Icon of={ArrowUp} />
    </button>
  );
}
