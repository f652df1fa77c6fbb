import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ChevronDown, X } from 'lucide';
import { ABOUT_LINKS, DISCIPLINES, PAGE_LINKS, servicesOf } from '#web/layout/nav-links.ts';
import { SignOutButton } from '#web/api/sign-out-button.tsx';
import { buttonClass, IconButton } from '#web/ui/button.tsx';
import { openModal } from '#web/ui/open-modal.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The navigation of small screens: the links of the header, and Sign Out. */
export function SiteDrawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => (dialog.current ? openModal(dialog.current) : undefined), []);

  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const target = event.target as HTMLElement;
        if (target === event.currentTarget || target.closest('a')) onClose();
      }}
    >
      <nav aria-label="Main" className="grid min-h-full content-start gap-1 p-4">
        <div className="mb-2 flex items-center justify-between pl-2.5">
          <b>Menu</b>
          <IconButton label="Close" onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
        <details open>
          <summary className="drawer-link">
            Services <Icon of={ChevronDown} />
          </summary>
          {DISCIPLINES.map(({ label, type }) => (
            <Link key={type} {...servicesOf(type)} className="drawer-sublink">
              {label}
            </Link>
          ))}
        </details>
        {PAGE_LINKS.map(({ label, to }) => (
          <Link key={to} to={to} className="drawer-link">
            {label}
          </Link>
        ))}
        <details>
          <summary className="drawer-link">
            About <Icon of={ChevronDown} />
          </summary>
          {ABOUT_LINKS.map(({ label, to }) => (
            <Link key={to} to={to} className="drawer-sublink">
              {label}
            </Link>
          ))}
        </details>
        <div className="mt-3 grid grid-cols-2 gap-3 border-t border-line pt-4">
          <Link to="/sign-in" className={`${buttonClass({ look: 'secondary' })} if-signed-out`}>
            Sign in
          </Link>
          <Link to="/sign-up" className={`${buttonClass()} if-signed-out`}>
            Sign up
          </Link>
          <Link to="/profile" className={`${buttonClass()} if-signed-in`}>
            Profile
          </Link>
          <Link to="/cart" className={`${buttonClass({ look: 'secondary' })} if-signed-in`}>
            Cart
          </Link>
          <SignOutButton
            className={`${buttonClass({ look: 'ghost' })} if-signed-in col-span-2`}
            onDone={onClose}
          />
        </div>
      </nav>
    </dialog>
  );
}
