import type { Component } from '#jsx/jsx-runtime';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NOT_LOADED } from '#web/ui/load-page.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/screen-page.ts';

const screen = (title: string, code: () => Promise<Component>) => ({
  title,
  Screen: onDemand<object>(
    code,
    <Spinner tall />,
    <p role="status" className="py-12 text-center text-muted">
      {NOT_LOADED}
    </p>,
  ),
});

const overview = screen(
  'Overview',
  async () => (await import('#web/profile/overview/overview-page.tsx')).OverviewPage,
);

const SCREENS = new Map([
  [
    'schedule',
    screen('Schedule', async () => (await import('#web/bookings/schedule/schedule-page.tsx')).SchedulePage),
  ],
  [
    'journey',
    screen('Journey', async () => (await import('#web/bookings/journey/journey-page.tsx')).JourneyPage),
  ],
  ['forms', screen('Forms', async () => (await import('#web/forms/forms-page.tsx')).FormsPage)],
  ['messages', screen('Messages', async () => (await import('#web/profile/messages-page.tsx')).MessagesPage)],
  [
    'settings',
    screen('Settings', async () => (await import('#web/profile/settings/settings-page.tsx')).SettingsPage),
  ],
]);

/** The screen of an address below /profile. */
const screenAt = (pathname: string) => SCREENS.get(pathname.split('/')[2] ?? '') ?? overview;

// Loads the code of the screen together with that of the page.
if (!import.meta.env.SSR && location.pathname.startsWith('/profile'))
  screenAt(location.pathname).Screen.preload();

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: screenAt(location.pathname).title, noIndex: true });

/** One route module for all screens, because the router reloads the document if it cannot load a route's code. */
export default function ScreenPage() {
  const { Screen } = screenAt(useLocation().pathname);
  useEffect(loadScreensWhenIdle, []);
  return <Screen />;
}

/** Loads the other screens when the browser is idle, so that they open offline. Returns a function that cancels it. */
function loadScreensWhenIdle(): () => void {
  const load = () => {
    for (const { Screen } of [overview, ...SCREENS.values()]) Screen.preload();
  };
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(load, 2000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 10_000 });
  return () => cancelIdleCallback(idle);
}
