import { useState } from 'react';
import { Menu } from 'lucide';
import { IconButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Icon } from '#web/ui/icon.tsx';

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
        <Icon of={Menu} />
      </IconButton>
      {isOpen && <SiteDrawer onClose={() => setIsOpen(false)} />}
    </>
  );
}
