import { useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { MenuIcon } from '#web/ui/icons.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const SiteDrawer = onDemand(async () => (await import('#web/layout/site-drawer.tsx')).SiteDrawer);

/** The button of small screens behind which the navigation is; it is fetched when somebody reaches for it. */
export function SiteMenu({ className }: { className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Menu"
        className={className}
        aria-haspopup="dialog"
        data-early=""
        aria-expanded={isOpen}
        {...SiteDrawer.nearing}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      {isOpen && <SiteDrawer onClose={() => setIsOpen(false)} />}
    </>
  );
}
