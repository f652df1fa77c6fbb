import {
  ClipboardList,
  Clock,
  Eye,
  EyeOff,
  Feather,
  Hourglass,
  type IconNode,
  Star,
  Tag,
  Wallet,
} from 'lucide';
import { NavLink } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { setPrivacy, usePrivacy } from '#staff/parts/privacy.ts';

/** Shows initials instead of names, on every screen of this tab. */
export function PrivacyButton() {
  const isPrivate = usePrivacy();
  return (
    <button
      type="button"
      className="staff-privacy"
      aria-pressed={isPrivate}
      onClick={() => setPrivacy(!isPrivate)}
    >
      {isPrivate ? <Icon of={EyeOff} /> : <Icon of={Eye} />}
      <span>Privacy</span>
    </button>
  );
}

/** The waitlist, money, and the screens of what the practice offers, in the rail and under More. */
const PRACTICE_SCREENS: readonly { to: string; label: string; icon: IconNode }[] = [
  { to: '/waitlist', label: 'Waitlist', icon: Hourglass },
  { to: '/money', label: 'Money', icon: Wallet },
  { to: '/hours', label: 'Hours', icon: Clock },
  { to: '/services', label: 'Services', icon: Tag },
  { to: '/events', label: 'Events', icon: Star },
  { to: '/forms', label: 'Forms', icon: ClipboardList },
  { to: '/posts', label: 'Posts', icon: Feather },
];

export function PracticeLinks({ onClick }: { onClick?: () => void }) {
  return PRACTICE_SCREENS.map(({ to, label, icon }) => (
    <NavLink key={to} to={to} {...(onClick ? { onClick } : {})}>
      <Icon of={icon} />
      <span>{label}</span>
    </NavLink>
  ));
}
