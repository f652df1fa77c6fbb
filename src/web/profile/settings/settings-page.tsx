import { useState } from 'react';
import { stripUnit } from '#domain/address.ts';
import { formatBirthdate } from '#domain/birthdate.ts';
import { fullName } from '#domain/names.ts';
import { formatPhone } from '#domain/phone.ts';
import { useSession } from '#web/client/session.ts';
import { CalendarLink } from '#web/bookings/schedule/calendar-link.tsx';
import { DeleteAccount } from '#web/profile/settings/delete-account.tsx';
import { Facts } from '#web/profile/settings/facts.tsx';
import { IdentityCard } from '#web/profile/settings/identity-card.tsx';
import { MyData } from '#web/profile/settings/my-data.tsx';
import { Sessions } from '#web/profile/settings/sessions.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

const PhotoDialog = onDemand(
  async () => (await import('#web/profile/settings/photo-dialog.tsx')).PhotoDialog,
);
const EditProfileDialog = onDemand(
  async () => (await import('#web/profile/settings/edit-profile-dialog.tsx')).EditProfileDialog,
);

/** What clients have entered about themselves, and what they may do with it (product.md §2.17). */
export function SettingsPage() {
  const { user } = useSession();
  const [open, setOpen] = useState<'photo' | 'profile' | null>(null);
  const close = () => setOpen(null);
  // The guard around this page lets nobody in without a record; this is the moment of signing out.
  if (!user) return null;
  const { address } = user;
  return (
    <>
      <PageHeading title="Settings" className="mb-6" />
      <IdentityCard
        user={user}
        editPhoto={{ onClick: () => setOpen('photo'), ...PhotoDialog.nearing }}
        editProfile={{ onClick: () => setOpen('profile'), ...EditProfileDialog.nearing }}
      />
      <div className="mb-6 grid gap-6 md:grid-cols-2">
        <Facts
          title="Personal Information"
          facts={[
            ['Name', fullName(user)],
            ['Pronouns', user.pronouns],
            ['Email', user.email],
            ['Phone', formatPhone(user.phone)],
            ['Birthdate', formatBirthdate(user.birthdate)],
          ]}
        />
        <Facts
          title="Address"
          nothing="No address yet. Only a house call needs one; “Edit Profile” is the place to add it."
          facts={[
            ['Street', [address?.street_number, address?.route].filter(Boolean).join(' ')],
            ['Unit', stripUnit(address?.subpremise ?? '')],
            ['City', address?.city],
            ['State', address?.state],
            ['ZIP', address?.zip_code],
          ]}
        />
        <CalendarLink user={user} />
        <MyData />
      </div>
      <Sessions user={user} />
      <DeleteAccount user={user} />
      {open === 'photo' && <PhotoDialog user={user} onClose={close} />}
      {open === 'profile' && <EditProfileDialog user={user} onClose={close} />}
    </>
  );
}
