import type { ComponentProps } from 'react';
import { Camera } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { formatMonthTitle } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { fullName, USER_NOT_FOUND } from '#domain/people/names.ts';
import type { User } from '#web/api/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Photo and name, with buttons to edit them. */
export function IdentityCard({
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
