import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffHouseCalls } from '#contract/agenda.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Switch } from '#staff/parts/switch.tsx';
import { Banner } from '#web/ui/banner.tsx';
import type { ApiError } from '#web/client/request.ts';

type Client = { id: string; first_name: string; email: string; house_call_approved: boolean };
type Answer = OutputOf<typeof staffHouseCalls>;

/** Allows a client to book house calls, or no longer. What is booked stays. */
export function HouseCallSwitch({
  client,
  onChanged,
}: {
  client: Client;
  /** The screen shows the answer at once, before it asks again. */
  onChanged: (answer: Answer) => void;
}) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  // One action for each wish, so that a repeat after a failure counts once.
  const [action, setAction] = useState<{ id: string; approved: boolean } | null>(null);
  const change = useMutation<Answer, ApiError, { id: string; approved: boolean }>({
    mutationFn: ({ id, approved }) =>
      callStaff(staffHouseCalls, {
        params: { id: client.id },
        body: { action_id: id, approved, notify: true },
      }),
    onSuccess: (answer) => {
      setAction(null);
      onChanged(answer);
      void queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const approved = change.isPending ? change.variables.approved : client.house_call_approved;

  const onChange = (wanted: boolean) => {
    if (change.isPending || !isOnline) return;
    const next = action?.approved === wanted ? action : { id: newActionId(), approved: wanted };
    setAction(next);
    change.mutate(next);
  };

  return (
    <div className="switch-box">
      <Switch
        label="May book house calls"
        hint={
          isOnline
            ? hintOf(client, change.isSuccess)
            : 'You’re offline. This can be changed when you are back.'
        }
        checked={approved}
        isBlocked={change.isPending || !isOnline}
        onChange={onChange}
      />
      <div aria-live="polite" className="sr-only">
        {change.isSuccess &&
          (client.house_call_approved
            ? `${client.first_name} may book house calls.`
            : `${client.first_name} may no longer book house calls.`)}
      </div>
      {change.error && (
        <Banner tone="error" inSight>
          {change.error.message}
        </Banner>
      )}
    </div>
  );
}

function hintOf({ first_name, email, house_call_approved }: Client, isChanged: boolean): string {
  if (email === '') return `${first_name} has no e-mail address.`;
  if (isChanged) return `${first_name} got an e-mail.${house_call_approved ? '' : ' What is booked stays.'}`;
  return `${first_name} will get an e-mail.`;
}
