import { CalendarDays, FileText, type IconNode, LayoutGrid, MessageCircle, Route, Settings } from 'lucide';

type ProfileLink = { to: string; label: string; icon: IconNode };

const overview: ProfileLink = { to: '/profile', label: 'Overview', icon: LayoutGrid };
const schedule: ProfileLink = { to: '/profile/schedule', label: 'Schedule', icon: CalendarDays };
const journey: ProfileLink = { to: '/profile/journey', label: 'Journey', icon: Route };
const forms: ProfileLink = { to: '/profile/forms', label: 'Forms', icon: FileText };
const messages: ProfileLink = { to: '/profile/messages', label: 'Messages', icon: MessageCircle };
const settings: ProfileLink = { to: '/profile/settings', label: 'Settings', icon: Settings };

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
