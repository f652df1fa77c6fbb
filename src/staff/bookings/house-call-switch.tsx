import { useState } from 'react';
import { staffHouseCalls } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { Personal } from '#domain/people/personal.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OFFLINE } from '#staff/parts/action-form.tsx';
import { Switch } from '#staff/parts/switch.tsx';
import { useAction } from '#staff/parts/use-action.ts';

type Client = { id: string; first_name: string; email: Personal<string>; house_call_approved: boolean };
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
  const isOnline = useOnline();
  const change = useAction();
  const [wanted, setWanted] = useState(false);
  const [isNotified, setIsNotified] = useState(false);
  const approved = change.isPending ? wanted : client.house_call_approved;

  const onChange = (next: boolean) => {
    if (change.isPending || !isOnline) return;
    setWanted(next);
    const done = (answer: Answer) => {
      setIsNotified(answer.notified);
      onChanged(answer);
    };
    change.run(
      staffHouseCalls,
      { params: { id: client.id }, body: { approved: next, notify: true } },
      { done },
    );
  };

  return (
    <div className="grid gap-2 pt-2 border-t border-line">
      <Switch
        label="May book house calls"
        hint={isOnline ? hintOf(client, change.isDone ? isNotified : null) : OFFLINE}
        checked={approved}
        isBlocked={change.isPending || !isOnline}
        onChange={onChange}
      />
      <div aria-live="polite" className="sr-only">
        {change.isDone &&
          (client.house_call_approved
            ? `${client.first_name} may book house calls.`
            : `${client.first_name} may no longer book house calls.`)}
      </div>
      <ActionFailure action={change} />
    </div>
  );
}

/** `notified`: whether the change that was just made sent an e-mail; null if there was none. */
function hintOf({ first_name, email, house_call_approved }: Client, notified: boolean | null): string {
  if (email === '') return `${first_name} has no e-mail address.`;
  if (notified === true) return `${first_name} got an e-mail.`;
  if (notified === false) return 'No e-mail was sent. What is booked stays.';
  return house_call_approved
    ? 'Switching it off sends no e-mail. What is booked stays.'
    : `${first_name} will get an e-mail.`;
}
