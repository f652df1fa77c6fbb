import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/**
 * After a navigation, announces the title of the new page to screen readers and moves the focus to its main content,
 * unless the page has moved the focus itself or the address has an anchor.
 */
export function RouteFocus() {
  const { pathname, hash, key } = useLocation();
  const how = useNavigationType();
  const firstKey = useRef(key);
  const before = useRef(pathname);
  const [title, setTitle] = useState('');
  useLayoutEffect(() => {
    if (key === firstKey.current) return;
    // Before the router scrolls: it needs the height of every section (footer.css, .below-fold). Smooth scrolling is only
    // for an anchor of the same page, not for Back and Forward.
    const { documentElement: html } = document;
    html.removeAttribute('data-first-load');
    html.toggleAttribute(
      'data-smooth-scroll',
      hash !== '' && pathname === before.current && how !== NavigationType.Pop,
    );
  }, [key, pathname, hash, how]);
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
