import { useState } from 'react';
import { Mail } from 'lucide';
import { staffRemindOfForms } from '#contract/staff.calls.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { addressee } from '#staff/parts/privacy.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Mails the client which forms of a visit are missing. */
export function FormReminder({ booking_id }: { booking_id: string }) {
  const isOnline = useOnline();
  const remind = useAction();
  const [sent_to, setSentTo] = useState<string | null>(null);
  return (
    <div className="panel-act grid justify-items-start">
      {sent_to === null && (
        <Button
          look="secondary"
          size="sm"
          icon={<Icon of={Mail} />}
          busy={remind.isPending}
          disabled={!isOnline}
          onClick={() =>
            remind.run(
              staffRemindOfForms,
              { params: { id: booking_id } },
              { done: (sent) => setSentTo(addressee(sent.sent_to)) },
            )
          }
        >
          Send form reminder
        </Button>
      )}
      <div role="status">
        {sent_to !== null && (
          <p className="text-sage-strong text-grid font-semibold">{`A reminder is on its way to ${sent_to}.`}</p>
        )}
      </div>
      <ActionFailure action={remind} />
    </div>
  );
}
