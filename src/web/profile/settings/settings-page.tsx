import './settings.css';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Camera, Download } from 'lucide';
import { downloadMyData } from '#contract/client.calls.ts';
import { stripUnit } from '#domain/people/address.ts';
import { formatBirthdate } from '#domain/people/birthdate.ts';
import { fullName, USER_NOT_FOUND } from '#domain/people/names.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { CalendarLink } from '#web/bookings/schedule/calendar-link.tsx';
import { type User, useSession } from '#web/api/session.ts';
import { useDownload } from '#web/api/download-link.tsx';
import { AccessLog } from '#web/profile/settings/access-log.tsx';
import { DeleteAccount } from '#web/profile/settings/delete-account.tsx';
import { ReceiptsCard } from '#web/receipts/receipts-card.tsx';
import { Sessions } from '#web/profile/settings/sessions.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { practice } from '#content/public/practice.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { formatMonthTitle } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** Photo and name, with buttons to edit them. */
function IdentityCard({
  user,
  editPhoto,
  editProfile,
}: {
  user: User;
  editPhoto: ComponentProps<'button'>;
  editProfile: ComponentProps<'button'>;
}) {
  const name = fullName(user) || USER_NOT_FOUND;
  // An imported account may have no date.
  const since = Number.isNaN(Date.parse(user.created_at))
    ? ''
    : ` since ${formatMonthTitle(yearMonthOf(localDateOf(user.created_at, practice.zone)))}`;
  return (
    <Card as="section" aria-label="You" className="mb-6 flex flex-wrap items-center gap-6 p-6">
      <button type="button" className="photo-button" aria-label="Edit photo" {...editPhoto}>
        <Avatar name={name} photo={user.photo} size="lg" />
        <span
          aria-hidden="true"
          className="photo-hint absolute inset-0 grid place-content-center justify-items-center gap-1"
        >
          <Icon of={Camera} />
          Edit photo
        </span>
      </button>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-xl wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-muted">
          With {practice.name}
          {since}
        </p>
      </div>
      <Button {...editProfile}>Edit Profile</Button>
    </Card>
  );
}

type Fact = readonly [name: string, value: string | null | undefined];

/** A card with names and values. An unknown value is a dash, which screen readers read as 'not given'. */
function Facts({
  title,
  facts,
  emptyText,
  action,
}: {
  title: string;
  /** Shown if no value is known. */
  emptyText?: string;
  facts: readonly Fact[];
  /** Below the values. */
  action?: ReactNode;
}) {
  return (
    <Card as="section" className="p-6">
      <h2 className="mb-4 text-xl">{title}</h2>
      {emptyText && facts.every(([, value]) => !value?.trim()) ? (
        <p className="text-muted">{emptyText}</p>
      ) : (
        <FactList facts={facts} />
      )}
      {action && <div className="mt-4">{action}</div>}
    </Card>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[5rem_1fr] gap-3 py-2.5 xs:grid-cols-[7.5rem_1fr]">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="num wrap-anywhere">{value?.trim() || <NotGiven />}</dd>
        </div>
      ))}
    </dl>
  );
}

function NotGiven() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not given</span>
    </span>
  );
}

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
        <div className="grid gap-6 content-start">
          <CalendarLink user={user} />
          <ReceiptsCard user={user} />
        </div>
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
