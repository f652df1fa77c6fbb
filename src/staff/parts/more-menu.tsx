import { Ellipsis } from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import { DisclosureMenu } from '#web/ui/disclosure-menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** What else can be done for this client or session. */
export function MoreMenu({ about, children }: { about: string; children: ReactNode }) {
  return (
    <DisclosureMenu
      align="end"
      hideChevron
      buttonClassName="btn-icon"
      panelClassName="session-menu"
      label={
        <>
          <Icon of={Ellipsis} />
          <VisuallyHidden>More for {about}</VisuallyHidden>
        </>
      }
    >
      {children}
    </DisclosureMenu>
  );
}

/** One action of it. */
export function MenuItem({
  icon,
  children,
  ...button
}: ComponentProps<'button'> & { icon: ComponentProps<typeof Icon>['of'] }) {
  return (
    <button {...button} type="button" className="menu-item">
      <Icon of={icon} />
      {children}
    </button>
  );
}
