import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { ArrowRight } from 'lucide';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { enableKeyboardScroll } from '#web/ui/keyboard-scroll.ts';
import { Icon } from '#web/ui/icon.tsx';

type TileProps = {
  to: string;
  title: string;
  /** Two rows high on large screens (product.md §2.12.3). */
  tall?: boolean;
  children: ReactNode;
};

/** A tile of the overview. Its heading is the link, and a click anywhere in it follows it too. The content can scroll. */
export function Tile({ to, title, tall = false, children }: TileProps) {
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (body.current ? enableKeyboardScroll(body.current) : undefined), []);

  const follow = (event: MouseEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button');
    if (onControl || event.defaultPrevented || getSelection()?.isCollapsed === false) return;
    void navigate(to, { viewTransition: true });
  };

  return (
    <Card
      as="section"
      hover
      className={classNames('tile relative flex flex-col min-w-0 p-6 cursor-pointer', tall && 'is-tall')}
      onClick={follow}
    >
      <header>
        <h2>
          <Link
            to={to}
            prefetch="intent"
            viewTransition
            className="inline-flex items-center min-h-target no-underline"
          >
            {title}
          </Link>
        </h2>
        <Icon of={ArrowRight} />
      </header>
      <div ref={body} className="tile-body flex flex-col pb-6 -mr-3 pr-3" role="group" aria-label={title}>
        {children}
      </div>
    </Card>
  );
}
