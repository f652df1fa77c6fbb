import { MESSAGES } from '#web/client/error-messages.ts';
import { PersonForm } from '#web/profile/profile-form.tsx';
import type { User } from '#web/client/session.ts';
import { useSaveProfile } from '#web/profile/settings/save-profile.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** For a record that lacks pronouns, birthdate or phone (rules.md §1): the profile opens with this. */
export function FinishProfile({ user }: { user: User }) {
  const saveProfile = useSaveProfile();
  return (
    <div className="max-w-[46rem]">
      <PageHeading
        title="Edit Profile"
        lede="We already know you a little. Pronouns, birthday and phone are still missing, and then you can book."
      />
      <Card className="px-5 py-8 md:p-10">
        <PersonForm
          email={user.email}
          user={user}
          failed={MESSAGES.profile.failed}
          save={(_person, changes) => saveProfile(changes)}
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
