import './gate.css';

import { type ReactNode, useEffect } from 'react';
import { practice } from '#content/public/practice.ts';
import { Brand } from '#staff/parts/brand.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ToastOutlet } from '#web/ui/toast.tsx';

/** A page in front of the staff area: one card. */
export function Gate({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${practice.name}`;
  }, [title]);
  return (
    <div className="gate grid min-h-dvh">
      <header className="flex items-center justify-between">
        <Brand />
        <ThemeToggle />
      </header>
      <main id="main" className="grid place-items-center min-w-0 pt-6 pb-12">
        <div
          className={classNames(
            'staff-box w-full px-6 py-7 sm:px-9 sm:pt-9 sm:pb-8',
            wide ? 'max-w-136' : 'max-w-108',
          )}
        >
          {children}
        </div>
      </main>
      <ToastOutlet />
    </div>
  );
}
