import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/**
 * After a change of page a screen reader hears its title, and focus leaves the link that is gone for the new page,
 * unless the page itself has put it somewhere or an anchor was asked for.
 */
export function RouteFocus() {
  const { pathname, hash, key } = useLocation();
  const how = useNavigationType();
  const opened = useRef(key);
  const before = useRef(pathname);
  const [title, setTitle] = useState('');
  useLayoutEffect(() => {
    if (key === opened.current) return;
    // Before the router scrolls: it has to know how tall everything is (layout.css, .far-below), and it glides only
    // to an anchor of the page that is open, not to where one was before.
    const { documentElement: html } = document;
    html.removeAttribute('data-fresh');
    html.toggleAttribute(
      'data-glides',
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
