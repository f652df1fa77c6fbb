import { useState } from 'react';
import { MenuIcon } from 'lucide-react';
import { IconButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const SiteDrawer = onDemand(async () => (await import('#web/layout/site-drawer.tsx')).SiteDrawer);

/** The menu button of small screens; the drawer is preloaded on hover and focus. */
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
        {...SiteDrawer.preloadHandlers}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      {isOpen && <SiteDrawer onClose={() => setIsOpen(false)} />}
    </>
  );
}
