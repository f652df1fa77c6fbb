import { practice } from '#content/public/practice.ts';
import { staffInviteClient } from '#contract/staff.calls.ts';
import type { ClientPage } from '#contract/clients.schemas.ts';
import { formatDayMonth } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { addressee, useShown } from '#staff/parts/privacy.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { TextButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';

const { zone } = practice;

/** A record without a login can be given to its client by mail. */
export function ClientLogin({
  page: { client, login_of },
  onMerge,
}: {
  page: Pick<ClientPage, 'client' | 'login_of'>;
  onMerge: () => void;
}) {
  const isOnline = useOnline();
  const invite = useAction();
  const { has_login, invited_at, email } = client;
  const shown = useShown()(email);
  if (has_login) return <p className="client-hint">Has a login.</p>;
  const name = client.first_name || client.name;
  if (login_of)
    return (
      <div className="client-login">
        <p>
          {`${login_of.short_name} signs in with this e-mail, and a login has one record: an invitation of ${name} would lead nowhere. Is it one person? Then merge the records. Else enter another e-mail.`}
        </p>
        <TextButton id="send-invitation" className="act" disabled={!isOnline} onClick={onMerge}>
          Merge records…
        </TextButton>
      </div>
    );
  return (
    <div className="client-login">
      <p>
        {invited_at === null
          ? email === ''
            ? `${name} has no login. With an e-mail you could invite them.`
            : `${name} has no login. After an invitation they see and change their visits themselves.`
          : `${name} has no login yet. Invited on ${formatDayMonth(localDateOf(invited_at, zone))}.`}
      </p>
      {email !== '' && (
        <>
          <p className="client-hint">
            {shown === null ? 'Is the address right?' : `Is ${shown} right?`}{' '}
            {client.phone && 'To open the record they also need the end of their phone number.'}
          </p>
          <TextButton
            id="send-invitation"
            className="act"
            disabled={!isOnline || invite.isPending}
            onClick={() =>
              invite.run(
                staffInviteClient,
                { params: { id: client.id } },
                { done: ({ sent_to }) => showToast(`Invitation sent to ${addressee(sent_to)}.`) },
              )
            }
          >
            {invited_at === null ? 'Send invitation' : 'Send again'}
          </TextButton>
        </>
      )}
      <ActionFailure action={invite} />
    </div>
  );
}
