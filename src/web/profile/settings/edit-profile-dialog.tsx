import { useState } from 'react';
import { MESSAGES } from '#web/api/error-messages.ts';
import { dropProfileDraft, loadProfileDraft } from '#web/profile/profile-draft.ts';
import { ProfileForm } from '#web/profile/profile-form.tsx';
import type { User } from '#web/api/session.ts';
import { useSaveProfile } from '#web/profile/settings/save-profile.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { now } from '#web/ui/use-now.ts';

/** 'Edit Profile' as a modal (product.md §2.17.2); asks before it discards changes. */
export function EditProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [dirty, setDirty] = useState(
    () => Object.keys(loadProfileDraft(user.email, now().getTime())).length > 0,
  );
  const [saving, setSaving] = useState(false);
  const saveProfile = useSaveProfile();
  const discard = () => {
    dropProfileDraft(user.email);
    onClose();
  };
  return (
    <Dialog open title="Edit Profile" dirty={dirty} locked={saving} onClose={discard}>
      <ProfileForm
        email={user.email}
        user={user}
        failed={MESSAGES.profile.failed}
        onDirty={setDirty}
        save={async (_profile, changes) => {
          setSaving(true);
          try {
            await saveProfile(changes);
            onClose();
          } finally {
            setSaving(false);
          }
        }}
        renderActions={(busy) => (
          <div className="dialog-actions z-1 flex flex-wrap gap-3 justify-end">
            <Button look="secondary" disabled={busy !== 'idle'} onClick={discard}>
              Cancel
            </Button>
            <Button type="submit" busy={busy !== 'idle'}>
              {busy === 'saving'
                ? 'Saving...'
                : busy === 'checking'
                  ? 'Checking your address...'
                  : 'Save Changes'}
            </Button>
          </div>
        )}
      />
    </Dialog>
  );
}
