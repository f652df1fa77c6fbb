import { ClockIcon, type LucideIcon, StarIcon, TagIcon } from 'lucide-react';
import { NavLink } from 'react-router';

/** The screens of what the practice offers, in the rail and under More. */
const PRACTICE_SCREENS: readonly { to: string; label: string; Icon: LucideIcon }[] = [
  { to: '/hours', label: 'Hours', Icon: ClockIcon },
  { to: '/services', label: 'Services', Icon: TagIcon },
  { to: '/events', label: 'Events', Icon: StarIcon },
];

export function PracticeLinks({ onClick }: { onClick?: () => void }) {
  return PRACTICE_SCREENS.map(({ to, label, Icon }) => (
    <NavLink key={to} to={to} {...(onClick ? { onClick } : {})}>
      <Icon />
      <span>{label}</span>
    </NavLink>
  ));
}
