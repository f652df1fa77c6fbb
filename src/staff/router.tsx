import { createBrowserRouter } from 'react-router';
import { whenSignedOut } from '#staff/client/call-staff.ts';
import { queryClient } from '#staff/client/query-client.ts';
import { Frame } from '#staff/layout/frame.tsx';

const BASE = '/staff';

/** Every screen of the staff area. Each loads its code when it is opened. */
export const router = createBrowserRouter(
  [
    {
      path: '/sign-in',
      lazy: async () => ({ Component: (await import('#staff/sign-in/sign-in-page.tsx')).SignInPage }),
    },
    {
      Component: Frame,
      children: [
        {
          index: true,
          lazy: async () => ({ Component: (await import('#staff/today/today-page.tsx')).TodayPage }),
        },
        {
          path: 'calendar',
          lazy: async () => ({
            Component: (await import('#staff/calendar/calendar-page.tsx')).CalendarPage,
          }),
        },
        {
          path: 'audit',
          lazy: async () => ({ Component: (await import('#staff/audit/audit-page.tsx')).AuditPage }),
        },
        {
          path: 'bookings/:id',
          lazy: async () => ({ Component: (await import('#staff/bookings/booking-page.tsx')).BookingPage }),
        },
        {
          path: 'classes/:service_id/:start',
          lazy: async () => ({
            Component: (await import('#staff/classes/class-roster-page.tsx')).ClassRosterPage,
          }),
        },
      ],
    },
  ],
  { basename: BASE },
);

whenSignedOut(() => {
  queryClient.clear();
  const { pathname, search } = router.state.location;
  const here = pathname.slice(BASE.length) + search;
  if (!here.startsWith('/sign-in')) void router.navigate(`/sign-in?next=${encodeURIComponent(here)}`);
});
