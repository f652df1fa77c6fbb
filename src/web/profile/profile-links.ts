import {
  CalendarDaysIcon,
  FileTextIcon,
  LayoutGridIcon,
  type LucideIcon,
  MessageCircleIcon,
  RouteIcon,
  SettingsIcon,
} from 'lucide-react';

type ProfileLink = { to: string; label: string; icon: LucideIcon };

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
