import { EyeIcon, EyeOffIcon } from 'lucide-react';
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
      {isPrivate ? <EyeOffIcon /> : <EyeIcon />}
      <span>Privacy</span>
    </button>
  );
}
