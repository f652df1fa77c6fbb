import { useState } from 'react';
import type { MailKind, StaffSettings } from '#contract/settings.schemas.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { Switch } from '#staff/parts/switch.tsx';
import { MAIL_TEXTS } from '#staff/settings/mail-texts.ts';
import { keepSettings, useSaveSetting } from '#staff/settings/settings-queries.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { staffChangeMailLine, staffPreviewMail, staffTestMail } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { TextAreaField } from '#web/ui/field.tsx';

const MOST = 600;

type Mail = StaffSettings['mails'][number];

/** The practitioner's own line in one mail, with a preview and a test. */
function MailSheet({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const { kind } = mail;
  const [text, setText] = useState(mail.text);
  const [start] = useState(mail.text);
  const [preview, setPreview] = useState<OutputOf<typeof staffPreviewMail> | null>(null);
  const save = useAction();
  const look = useAction();
  const test = useAction();
  return (
    <ActionSheet
      action={save}
      title={MAIL_TEXTS[kind].name}
      subtitle={MAIL_TEXTS[kind].when}
      confirm="Save"
      dirty={text !== start}
      blocked={text === mail.text}
      explain={({ code, message }) =>
        code === 'SETTING_CHANGED' ? `${message} What you typed is kept.` : undefined
      }
      onClose={onClose}
      onConfirm={() =>
        save.run(
          staffChangeMailLine,
          { params: { kind }, body: { base_updated_at: mail.updated_at, text } },
          {
            done: (settings) => {
              keepSettings(queries, settings);
              showToast('Saved.');
              onClose();
            },
            refused: ({ code, details }) => {
              if (code === 'SETTING_CHANGED') keepSettings(queries, details as StaffSettings);
            },
          },
        )
      }
    >
      <p>
        <b>It always says:</b> {MAIL_TEXTS[kind].always}
      </p>
      <TextAreaField
        label="Your line"
        name="text"
        rows={4}
        limit={MOST}
        hint="E-mail isn’t private. Please leave out anything about health."
        value={text}
        onChange={(value) => {
          setText(value);
          setPreview(null);
        }}
      />
      <div className="flex flex-wrap gap-3 items-center">
        <Button
          look="secondary"
          size="sm"
          busy={look.isPending}
          disabled={!isOnline || text.length > MOST}
          onClick={() =>
            look.ask(() => callStaff(staffPreviewMail, { params: { kind }, body: { text } }), {
              done: setPreview,
            })
          }
        >
          Preview
        </Button>
        <Button
          look="secondary"
          size="sm"
          busy={test.isPending}
          disabled={!isOnline || text.length > MOST}
          onClick={() =>
            test.run(
              staffTestMail,
              { params: { kind }, body: { text } },
              { done: ({ to }) => showToast(`Sent to ${to}.`) },
            )
          }
        >
          Send me a test
        </Button>
      </div>
      {preview && (
        <div
          className="p-4 border border-dashed border-control rounded-inner wrap-anywhere"
          role="region"
          aria-label="Preview"
        >
          <b>{preview.subject}</b>
          <p className="max-w-none mt-2 text-small whitespace-pre-wrap">{preview.text}</p>
        </div>
      )}
      <ActionFailure action={look} />
      <ActionFailure action={test} />
    </ActionSheet>
  );
}

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
