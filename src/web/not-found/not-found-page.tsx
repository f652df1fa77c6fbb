import { data } from 'react-router';
import { pageMeta } from '#web/layout/page-meta.ts';
import { NotFound } from '#web/not-found/not-found.tsx';
import type { Route } from './+types/not-found-page.ts';

/** Any path that nothing else answers is a 404 also for machines. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Page Not Found', noIndex: true });

export default function NotFoundPage() {
  return <NotFound />;
}
