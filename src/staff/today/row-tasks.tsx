import { useState } from 'react';
import { Link } from 'react-router';
import type { Chip, SessionRow } from '#contract/agenda.schemas.ts';
import { staffRemindOfForms } from '#contract/staff.calls.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { addressee } from '#staff/parts/privacy.ts';
import { clientName, clientPath } from '#staff/parts/session-texts.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

const RecordPaymentSheet = onDemand(
  async () => (await import('#staff/till/record-payment-sheet.tsx')).RecordPaymentSheet,
);

/** What the chips of a session ask for, where they stand: taking the payment, a reminder of forms, reading new answers. */
export function RowTasks({ session, isOnline }: { session: SessionRow; isOnline: boolean }) {
  const { client, status, chips } = session;
  const chip = (wanted: Chip['kind']) => chips.find(({ kind }) => kind === wanted);
  const remind = useAction();
  const [pays, setPays] = useState(false);
  const balance = chip('BALANCE');
  const canRemind =
    status === 'CONFIRMED' && client?.has_email === true && (chip('FORMS')?.missing ?? []).length > 0;
  const hasAnswers = client !== null && chip('NEW_ANSWERS') !== undefined;
  if (!balance && !canRemind && !hasAnswers) return null;
  const about = <VisuallyHidden>{` for ${clientName(session)}`}</VisuallyHidden>;
  return (
    <div className="no-print relative z-1 flex flex-wrap gap-2 mt-2.5">
      {balance && (
        <Button
          look="secondary"
          size="sm"
          disabled={!isOnline}
          {...RecordPaymentSheet.preloadHandlers}
          onClick={() => setPays(true)}
        >
          <span>Record payment</span>
          {about}
        </Button>
      )}
      {canRemind && (
        <Button
          look="secondary"
          size="sm"
          busy={remind.isPending}
          disabled={!isOnline}
          onClick={() =>
            remind.run(
              staffRemindOfForms,
              { params: { id: session.id } },
              { done: ({ sent_to }) => showToast(`A reminder is on its way to ${addressee(sent_to)}.`) },
            )
          }
        >
          <span>Remind of forms</span>
          {about}
        </Button>
      )}
      {hasAnswers && (
        <Link className="btn btn-secondary btn-sm" to={`${clientPath(client.id)}?tab=forms`}>
          <span>Read new answers</span>
          {about}
        </Link>
      )}
      <ActionFailure action={remind} />
      {pays && (
        <RecordPaymentSheet
          booking={session}
          balance_cents={balance?.cents ?? null}
          onClose={() => setPays(false)}
          onRecorded={(receipt_number) => {
            setPays(false);
            showToast(`Payment recorded. Receipt ${receipt_number}.`);
          }}
        />
      )}
    </div>
  );
}
