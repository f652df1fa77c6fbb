import './theme.css';

import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from 'react-router';
import { practice } from '#content/public/practice.ts';
import { replayEarlyPress } from '#web/ui/early-press.ts';
import { inlineMark } from '#web/layout/inline-mark.ts';
import { renderBelowFold } from '#web/layout/render-below-fold.ts';
import { PageProgress } from '#web/layout/page-progress.tsx';
import { isOffline, NotLoaded, useDeferredOfflineLinks } from '#web/layout/offline.tsx';
import { RouteFocus } from '#web/layout/route-focus.tsx';
import { type FrameHandle, SiteFrame } from '#web/layout/site-frame.tsx';
import { PRE_PAINT_SCRIPT } from '#web/layout/theme.ts';
import { pagesContext } from '#web/api/pages-context.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ToastOutlet } from '#web/ui/toast.tsx';
import type { Route } from './+types/root.ts';

const font = (name: string) =>
  ({
    rel: 'preload',
    href: `/fonts/${name}.woff2`,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  }) as const;

export const links: Route.LinksFunction = () => [
  font('fraunces'),
  font('nunito-sans'),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/atom+xml', title: 'Blog', href: '/blog/feed.xml' },
];

/** The origin of absolute addresses; never changes, so it is loaded once. */
export function loader({ context }: Route.LoaderArgs) {
  return { siteUrl: context.get(pagesContext).siteUrl };
}

export const shouldRevalidate = () => false;

/** The document around every page, also around errors. */
export function Layout({ children }: { children: ReactNode }) {
  useEffect(() => {
    // Read by the script in the head and by tests.
    document.documentElement.dataset.hydrated = '';
    replayEarlyPress();
  }, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script nonce={inlineMark} suppressHydrationWarning>
          {PRE_PAINT_SCRIPT}
        </script>
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <noscript>
          <p className="wrap py-4 text-sm">
            All of this can be read without JavaScript. Signing in, booking and your own pages need it.
          </p>
        </noscript>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const handles = useMatches().map((match) => match.handle as FrameHandle | undefined);
  const bare = handles.some((handle) => handle?.frame === 'bare');
  useEffect(() => renderBelowFold(), []);
  useDeferredOfflineLinks();
  return (
    <>
      <PageProgress />
      {bare ? (
        <Outlet />
      ) : (
        <SiteFrame footer={handles.findLast((handle) => handle?.footer)?.footer}>
          <Outlet />
        </SiteFrame>
      )}
      <RouteFocus />
      <ToastOutlet />
    </>
  );
}

const NotFound = onDemand(async () => (await import('#web/not-found/not-found.tsx')).NotFound);

/** For errors: the not-found page for a 404, else a message with "Try again". */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <SiteFrame>
      {missing ? (
        <NotFound />
      ) : isOffline(error) ? (
        <NotLoaded />
      ) : (
        <div className="wrap quiet">
          <title>{`Something went wrong · ${practice.name}`}</title>
          <h1>Something went wrong</h1>
          <p>We couldn’t show this page. Nothing you have done is lost.</p>
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </div>
      )}
    </SiteFrame>
  );
}
