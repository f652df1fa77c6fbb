import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffChangeMailLine, staffPreviewMail, staffTestMail } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { MAIL_TEXTS } from '#staff/settings/mail-texts.ts';
import { keepSettings } from '#staff/settings/settings-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';

const MOST = 600;

type Mail = StaffSettings['mails'][number];

/** The practitioner's own line in one mail, with a preview and a test. */
export function MailSheet({ mail, onClose }: { mail: Mail; onClose: () => void }) {
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
