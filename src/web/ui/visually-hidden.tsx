import type { ReactNode } from 'react';

/** Heard, not seen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

/** An announced line that is not seen: say what just changed. It must stay mounted while it is empty. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {children}
    </div>
  );
}
