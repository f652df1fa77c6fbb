import {
  CalendarDays,
  FileText,
  LayoutGrid,
  type LucideIcon,
  MessageCircle,
  Route,
  Settings,
} from 'lucide-react';

type ProfileLink = { to: string; label: string; icon: LucideIcon };

const overview: ProfileLink = { to: '/profile', label: 'Overview', icon: LayoutGrid };
const schedule: ProfileLink = { to: '/profile/schedule', label: 'Schedule', icon: CalendarDays };
const journey: ProfileLink = { to: '/profile/journey', label: 'Journey', icon: Route };
const forms: ProfileLink = { to: '/profile/forms', label: 'Forms', icon: FileText };
const messages: ProfileLink = { to: '/profile/messages', label: 'Messages', icon: MessageCircle };
const settings: ProfileLink = { to: '/profile/settings', label: 'Settings', icon: Settings };

/** Desktop: Settings and Sign Out stand in the user menu at the foot (spec §2). */
export const SIDEBAR_LINKS: readonly ProfileLink[] = [overview, schedule, journey, forms, messages];

/** Phones: the same screen of forms is called Resources there (spec §2). */
export const BOTTOM_LINKS: readonly ProfileLink[] = [
  overview,
  schedule,
  journey,
  { ...forms, label: 'Resources' },
  messages,
  settings,
];
