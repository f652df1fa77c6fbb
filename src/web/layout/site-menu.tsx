import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { MenuIcon } from '#web/ui/icons.tsx';
import { WaitingLine } from '#web/ui/waiting-line.tsx';

const loadDrawer = () => import('#web/layout/site-drawer.tsx');
const SiteDrawer = lazy(async () => ({ default: (await loadDrawer()).SiteDrawer }));

/** The button of small screens behind which the navigation is; it is fetched when somebody reaches for it. */
export function SiteMenu({ className }: { className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Menu"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={loadDrawer}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      {isOpen && (
        <Suspense fallback={<WaitingLine />}>
          <SiteDrawer onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
