import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { whenSignedOut } from '#staff/api/call-staff.ts';
import { queryClient } from '#staff/api/query-client.ts';
import { endedSession, meQuery } from '#staff/api/session.ts';
import { Frame } from '#staff/layout/frame.tsx';
import { ScreenError } from '#staff/layout/screen-error.tsx';
import { TodayPage } from '#staff/today/today-page.tsx';
import { loadPage } from '#web/ui/load-page.ts';
import { ProgressLine } from '#web/ui/progress-line.tsx';
import { ToastOutlet } from '#web/ui/toast.tsx';

const BASE = '/staff';

/** Until the code of the first screen has loaded. */
const HydrateFallback = () => (
  <>
    <ProgressLine />
    <ToastOutlet />
  </>
);

/** A screen whose code is loaded when it is opened. */
const screen = (load: () => Promise<ComponentType>) => async () => ({ Component: await loadPage(load) });

/** Every screen of the staff area. All but Today load their code when they are opened. */
export const router = createBrowserRouter(
  [
    {
      path: '/sign-in',
      HydrateFallback,
      ErrorBoundary: ScreenError,
      lazy: screen(async () => (await import('#staff/sign-in/sign-in-page.tsx')).SignInPage),
    },
    {
      path: '/set-up/:token',
      HydrateFallback,
      ErrorBoundary: ScreenError,
      lazy: screen(async () => (await import('#staff/set-up/set-up-page.tsx')).SetUpPage),
    },
    {
      Component: Frame,
      HydrateFallback,
      ErrorBoundary: ScreenError,
      children: [
        {
          ErrorBoundary: ScreenError,
          children: [
            {
              index: true,
              // Most visits begin here: a chunk of its own would cost two round trips.
              Component: TodayPage,
            },
            {
              path: 'calendar',
              lazy: screen(async () => (await import('#staff/calendar/calendar-page.tsx')).CalendarPage),
            },
            {
              path: 'book',
              lazy: screen(async () => (await import('#staff/book/book-page.tsx')).BookPage),
            },
            {
              path: 'clients',
              lazy: screen(async () => (await import('#staff/clients/clients-page.tsx')).ClientsPage),
            },
            {
              path: 'clients/:id',
              lazy: screen(async () => (await import('#staff/clients/client-page.tsx')).ClientPage),
            },
            {
              path: 'waitlist',
              lazy: screen(async () => (await import('#staff/waitlist/waitlist-page.tsx')).WaitlistPage),
            },
            {
              path: 'hours',
              lazy: screen(async () => (await import('#staff/hours/hours-page.tsx')).HoursPage),
            },
            {
              path: 'hours/time-off',
              lazy: screen(async () => (await import('#staff/hours/hours-page.tsx')).TimeOffPage),
            },
            {
              path: 'services',
              lazy: screen(async () => (await import('#staff/services/services-page.tsx')).ServicesPage),
            },
            {
              path: 'services/:id',
              lazy: screen(async () => (await import('#staff/services/service-page.tsx')).ServicePage),
            },
            {
              path: 'events',
              lazy: screen(async () => (await import('#staff/events/events-page.tsx')).EventsPage),
            },
            {
              path: 'posts',
              lazy: screen(async () => (await import('#staff/posts/posts-page.tsx')).PostsPage),
            },
            {
              path: 'posts/:id',
              lazy: screen(async () => (await import('#staff/posts/post-page.tsx')).PostPage),
            },
            {
              path: 'forms',
              lazy: screen(async () => (await import('#staff/forms/forms-page.tsx')).FormsPage),
            },
            {
              path: 'forms/:key',
              lazy: screen(async () => (await import('#staff/forms/form-page.tsx')).FormPage),
            },
            {
              path: 'money',
              lazy: screen(async () => (await import('#staff/money/money-page.tsx')).MoneyPage),
            },
            {
              path: 'settings',
              lazy: screen(async () => (await import('#staff/settings/settings-page.tsx')).SettingsPage),
            },
            {
              path: 'audit',
              lazy: screen(async () => (await import('#staff/audit/audit-page.tsx')).AuditPage),
            },
            {
              path: 'bookings/:id',
              lazy: screen(async () => (await import('#staff/calendar/booking-page.tsx')).BookingPage),
            },
            {
              path: 'bookings/:id/notes',
              lazy: screen(async () => (await import('#staff/notes/notes-page.tsx')).NotesPage),
            },
            {
              path: 'notes',
              lazy: screen(async () => (await import('#staff/notes/note-search-page.tsx')).NoteSearchPage),
            },
            {
              path: 'classes/:service_id/:start',
              lazy: screen(
                async () => (await import('#staff/classes/class-roster-page.tsx')).ClassRosterPage,
              ),
            },
            {
              path: 'security',
              lazy: screen(async () => (await import('#staff/security/security-page.tsx')).SecurityPage),
            },
            {
              path: '*',
              lazy: screen(async () => (await import('#staff/layout/not-found-page.tsx')).NotFoundPage),
            },
          ],
        },
      ],
    },
  ],
  { basename: BASE },
);

whenSignedOut(() => {
  // A screen that is open stays as it is, so that nothing typed is lost; the frame asks to sign in again.
  if (queryClient.getQueryData(meQuery.queryKey)) {
    endedSession.set(true);
    return;
  }
  const { pathname, search } = router.state.location;
  const here = pathname.slice(BASE.length) + search;
  if (here.startsWith('/sign-in') || here.startsWith('/set-up')) return;
  const next = here === '' ? '' : `?next=${encodeURIComponent(here)}`;
  void router.navigate(`/sign-in${next}`, { replace: true });
});
