import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffChangeMailLine, staffPreviewMail, staffTestMail } from '#contract/settings.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { MAIL_TEXTS } from '#staff/settings/mail-texts.ts';
import { keepSettings } from '#staff/settings/settings-queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';

const MOST = 600;

type Mail = StaffSettings['mails'][number];

/** The practitioner's own line in one mail, with a preview and a test. */
export function MailSheet({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const { kind } = mail;
  const [text, setText] = useState(mail.text);
  const [start] = useState(mail.text);
  const [action_id, setActionId] = useState(newActionId);
  const preview = useMutation<OutputOf<typeof staffPreviewMail>, ApiError>({
    mutationFn: () => callStaff(staffPreviewMail, { params: { kind }, body: { text } }),
  });
  const test = useMutation<OutputOf<typeof staffTestMail>, ApiError>({
    mutationFn: () =>
      callStaff(staffTestMail, { params: { kind }, body: { action_id: newActionId(), text } }),
    onSuccess: ({ to }) => showToast(`Sent to ${to}.`),
  });
  const save = useMutation<StaffSettings, ApiError>({
    mutationFn: () =>
      callStaff(staffChangeMailLine, {
        params: { kind },
        body: { action_id, base_updated_at: mail.updated_at, text },
      }),
    onSuccess: (settings) => {
      keepSettings(queries, settings);
      showToast('Saved.');
      onClose();
    },
    onError: (error) => {
      // Without an answer it may have been done: the repeat must be the same.
      if (error.status === 0) return;
      setActionId(newActionId());
      if (error.code === 'SETTING_CHANGED') keepSettings(queries, error.details as StaffSettings);
    },
  });
  const error = save.error ?? test.error ?? preview.error;
  return (
    <Sheet
      open
      onClose={onClose}
      dirty={text !== start}
      locked={save.isPending}
      title={MAIL_TEXTS[kind].name}
      subtitle={MAIL_TEXTS[kind].when}
      footer={
        <>
          <Button look="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={save.isPending}
            disabled={!isOnline || text === mail.text || text.length > MOST}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
        </>
      }
    >
      <p>
        <b>It always says:</b> {MAIL_TEXTS[kind].always}
      </p>
      <TextAreaField
        label="Your line"
        rows={4}
        maxLength={MOST}
        hint={`${text.length} of ${MOST} characters. E-mail isn’t private. Please leave out anything about health.`}
        value={text}
        onChange={(value) => {
          setText(value);
          preview.reset();
          save.reset();
          setActionId(newActionId());
        }}
      />
      <div className="settings-tries">
        <Button
          look="secondary"
          size="sm"
          busy={preview.isPending}
          disabled={!isOnline}
          onClick={() => preview.mutate()}
        >
          Preview
        </Button>
        <Button
          look="secondary"
          size="sm"
          busy={test.isPending}
          disabled={!isOnline}
          onClick={() => test.mutate()}
        >
          Send me a test
        </Button>
      </div>
      {preview.data && (
        <div className="settings-preview" role="region" aria-label="Preview">
          <b>{preview.data.subject}</b>
          <p>{preview.data.text}</p>
        </div>
      )}
      {error && (
        <Banner tone={error.code === 'SETTING_CHANGED' ? 'warn' : 'error'} inSight>
          {error.message}
          {error.code === 'SETTING_CHANGED' && ' What you typed is kept.'}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can save when you are back online.</Banner>}
    </Sheet>
  );
}
