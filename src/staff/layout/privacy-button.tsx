import { Eye, EyeOff } from 'lucide';
import { setPrivacy, usePrivacy } from '#staff/parts/privacy.ts';
import { Icon } from '#web/ui/icon.tsx';

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
