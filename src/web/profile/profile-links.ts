import { CalendarDaysIcon } from '#web/ui/icons/calendar-days.tsx';
import { FileTextIcon } from '#web/ui/icons/file-text.tsx';
import { LayoutGridIcon } from '#web/ui/icons/layout-grid.tsx';
import type { LineIconComponent } from '#web/ui/icons/line-icon.tsx';
import { MessageCircleIcon } from '#web/ui/icons/message-circle.tsx';
import { RouteIcon } from '#web/ui/icons/route.tsx';
import { SettingsIcon } from '#web/ui/icons/settings.tsx';

type ProfileLink = { to: string; label: string; icon: LineIconComponent };

const overview: ProfileLink = { to: '/profile', label: 'Overview', icon: LayoutGridIcon };
const schedule: ProfileLink = { to: '/profile/schedule', label: 'Schedule', icon: CalendarDaysIcon };
const journey: ProfileLink = { to: '/profile/journey', label: 'Journey', icon: RouteIcon };
const forms: ProfileLink = { to: '/profile/forms', label: 'Forms', icon: FileTextIcon };
const messages: ProfileLink = { to: '/profile/messages', label: 'Messages', icon: MessageCircleIcon };
const settings: ProfileLink = { to: '/profile/settings', label: 'Settings', icon: SettingsIcon };

/** For large screens; Settings and Sign Out are in the user menu at the bottom (product.md §2.11.2). */
export const SIDEBAR_LINKS: readonly ProfileLink[] = [overview, schedule, journey, forms, messages];

/** For phones, where the forms are called Resources (product.md §2.11). */
export const BOTTOM_LINKS: readonly ProfileLink[] = [
  overview,
  schedule,
  journey,
  { ...forms, label: 'Resources' },
  messages,
  settings,
];
