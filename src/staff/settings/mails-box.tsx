import { useState } from 'react';
import type { MailKind, StaffSettings } from '#contract/settings.schemas.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { Switch } from '#staff/parts/switch.tsx';
import { MailSheet } from '#staff/settings/mail-sheet.tsx';
import { MAIL_TEXTS } from '#staff/settings/mail-texts.ts';
import { useSaveSetting } from '#staff/settings/settings-queries.ts';
import { TextButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';

type When = StaffSettings['notices']['value']['when'];

/** The mails to clients with the practitioner's own line, reminders, and notices of new bookings. */
export function MailsBox({ settings }: { settings: StaffSettings }) {
  const { mails, reminders, notices } = settings;
  const isOnline = useOnline();
  const [open, setOpen] = useState<MailKind | null>(null);
  const { action, save } = useSaveSetting();
  const opened = mails.find(({ kind }) => kind === open);
  const isBlocked = !isOnline || action.isPending;
  const onSaved = () => showToast('Saved.');
  return (
    <section className="staff-box settings-box grid gap-4 p-4.5" aria-labelledby="settings-mails">
      <h2 id="settings-mails">E-mails</h2>
      <ul className="settings-mails">
        {mails.map(({ kind, text }) => (
          <li key={kind}>
            <div>
              <b>{MAIL_TEXTS[kind].name}</b>
              <small>{text === '' ? MAIL_TEXTS[kind].when : `Your line: “${text}”`}</small>
            </div>
            <TextButton className="act" aria-haspopup="dialog" onClick={() => setOpen(kind)}>
              {text === '' ? 'Add a line' : 'Change the line'}
              <span className="sr-only"> of {MAIL_TEXTS[kind].name}</span>
            </TextButton>
          </li>
        ))}
      </ul>
      <Switch
        label="Remind clients"
        hint="Two days and one day before a session."
        checked={reminders.value.on}
        isBlocked={isBlocked}
        onChange={(on) =>
          save({ name: 'reminders', base_updated_at: reminders.updated_at, value: { on } }, onSaved)
        }
      />
      <Pick<When>
        legend="Tell me of new bookings"
        value={notices.value.when}
        onChange={(when) => {
          if (!isBlocked)
            save({ name: 'notices', base_updated_at: notices.updated_at, value: { when } }, onSaved);
        }}
        choices={[
          { value: 'AT_ONCE', label: 'At once', reason: `A mail for each booking, to ${notices.to}.` },
          { value: 'DAILY', label: 'Daily at 7:00 AM', reason: 'One mail, on days with new bookings.' },
          { value: 'NEVER', label: 'Never' },
        ]}
      />
      <ActionFailure action={action} />
      <OfflineNotice />
      {opened && <MailSheet mail={opened} onClose={() => setOpen(null)} />}
    </section>
  );
}
