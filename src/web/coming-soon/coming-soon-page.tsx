import { SproutArt } from '#web/art/leaf.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/coming-soon-page.ts';

const TITLES: Record<string, string> = {
  '/store': 'Store',
  '/community': 'Community',
  '/community-services': 'Community Services',
  '/faq': 'FAQ',
};

export const meta: Route.MetaFunction = ({ matches, location }) => {
  // '/STORE/' is the same page, and has one address for those who look for it.
  const path = location.pathname.toLowerCase().replace(/\/+$/, '');
  return pageMeta(matches, { title: TITLES[path] ?? 'Coming Soon', path });
};

/** Store, community, community services and FAQ show only this (product.md §2.5). */
export default function ComingSoonPage() {
  return (
    <div className="wrap quiet">
      <div className="art">
        <SproutArt />
      </div>
      <h1>Coming Soon.</h1>
    </div>
  );
}
