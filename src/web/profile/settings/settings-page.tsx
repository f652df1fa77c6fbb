import './settings.css';

import { useState } from 'react';
import { Download } from 'lucide';
import { downloadMyData } from '#contract/client.calls.ts';
import { stripUnit } from '#domain/people/address.ts';
import { formatBirthdate } from '#domain/people/birthdate.ts';
import { fullName } from '#domain/people/names.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { CalendarLink } from '#web/bookings/schedule/calendar-link.tsx';
import { useSession } from '#web/api/session.ts';
import { useDownload } from '#web/api/use-download.ts';
import { AccessLog } from '#web/profile/settings/access-log.tsx';
import { DeleteAccount } from '#web/profile/settings/delete-account.tsx';
import { Facts } from '#web/profile/settings/facts.tsx';
import { IdentityCard } from '#web/profile/settings/identity-card.tsx';
import { Sessions } from '#web/profile/settings/sessions.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Icon } from '#web/ui/icon.tsx';

const PhotoDialog = onDemand(
  async () => (await import('#web/profile/settings/photo-dialog.tsx')).PhotoDialog,
);
const EditProfileDialog = onDemand(
  async () => (await import('#web/profile/settings/edit-profile-dialog.tsx')).EditProfileDialog,
);
const ChangeEmailDialog = onDemand(
  async () => (await import('#web/auth/change-email-dialog.tsx')).ChangeEmailDialog,
);

/** The client's data, and what they can do with it (product.md §2.17). */
export function SettingsPage() {
  const { user } = useSession();
  const [open, setOpen] = useState<'photo' | 'profile' | 'email' | null>(null);
  const close = () => setOpen(null);
  // Only while signing out; the profile page shows this screen only with a record.
  if (!user) return null;
  const { address } = user;
  return (
    <>
      <PageHeading title="Settings" className="mb-6" />
      <IdentityCard
        user={user}
        editPhoto={{ onClick: () => setOpen('photo'), ...PhotoDialog.preloadHandlers }}
        editProfile={{ onClick: () => setOpen('profile'), ...EditProfileDialog.preloadHandlers }}
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
          action={
            <Button look="secondary" onClick={() => setOpen('email')} {...ChangeEmailDialog.preloadHandlers}>
              Change e-mail
            </Button>
          }
        />
        <Facts
          title="Address"
          emptyText="No address yet. You need one only for house calls. Add it with “Edit Profile”."
          facts={[
            ['Street', [address?.street_number, address?.route].filter(Boolean).join(' ')],
            ['Unit', stripUnit(address?.subpremise ?? '')],
            ['City', address?.city],
            ['State', address?.state],
            ['ZIP', address?.zip_code],
          ]}
        />
        <CalendarLink user={user} />
        <MyData userId={user.id} />
      </div>
      <Sessions user={user} />
      <DeleteAccount user={user} />
      {open === 'photo' && <PhotoDialog user={user} onClose={close} />}
      {open === 'email' && <ChangeEmailDialog user={user} onClose={close} />}
      {open === 'profile' && <EditProfileDialog user={user} onClose={close} />}
    </>
  );
}

/** Downloads all data that the practice has about the client, as one file. */
function MyData({ userId }: { userId: string }) {
  const startDownload = useDownload();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const download = async () => {
    setBusy(true);
    setFailed(false);
    const started = await startDownload(downloadMyData.path);
    setBusy(false);
    setFailed(!started);
  };

  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">Your data</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Your profile, bookings, notes, forms and signatures in one zip file. Keep it somewhere only you can
        open.
      </p>
      <Button
        look="secondary"
        busy={busy}
        icon={!busy && <Icon of={Download} />}
        onClick={() => void download()}
      >
        Download my data
      </Button>
      {failed && (
        <Banner tone="error" className="mt-4">
          The download could not be started. Please try again.
        </Banner>
      )}
      <AccessLog userId={userId} />
    </Card>
  );
}
