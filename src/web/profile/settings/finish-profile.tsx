import { MESSAGES } from '#web/api/error-messages.ts';
import { ProfileForm } from '#web/profile/profile-form.tsx';
import type { User } from '#web/api/session.ts';
import { missingText } from '#web/profile/settings/settings-texts.ts';
import { useSaveProfile } from '#web/profile/settings/save-profile.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** Shown in place of the profile's screens for a record without pronouns, birthdate or phone (rules.md §1). */
export function FinishProfile({ user }: { user: User }) {
  const saveProfile = useSaveProfile();
  return (
    <div className="max-w-[46rem]">
      <PageHeading
        title="Edit Profile"
        lede={`We already know you a little. ${missingText(user)}, and then you can book.`}
      />
      <Card className="px-5 py-8 md:p-10">
        <ProfileForm
          email={user.email}
          user={user}
          failed={MESSAGES.profile.failed}
          save={(_profile, changes) => saveProfile(changes)}
          renderActions={(busy) => (
            <Button type="submit" size="lg" className="mt-8" busy={busy !== 'idle'}>
              {busy === 'idle' ? 'Save Profile' : 'Saving...'}
            </Button>
          )}
        />
      </Card>
    </div>
  );
}
