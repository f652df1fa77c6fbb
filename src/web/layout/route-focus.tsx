import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/**
 * After a change of page a screen reader hears its title, and focus leaves the link that is gone for the new page,
 * unless the page itself has put it somewhere or an anchor was asked for.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setTitle(document.title);
    const main = document.getElementById('main');
    if (hash || !main || main.contains(document.activeElement)) return;
    main.focus({ preventScroll: true });
  }, [pathname, hash]);
  return <Announcement>{title}</Announcement>;
}
