import '#web/ui/choices.css';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { practice } from '#content/public/practice.ts';
import { shareNotes } from '#contract/client.calls.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useKeepSharing } from '#web/bookings/queries.ts';
import { Banner } from '#web/ui/banner.tsx';

const { first_name } = practice.practitioner;

/** Lets the practitioner read one reflection. Without it, reflections are the client's alone. */
export function ShareReflection({ booking }: { booking: Pick<Booking, 'id' | 'client_notes_shared_at'> }) {
  const hint = useId();
  const keep = useKeepSharing();
  const share = useMutation({
    mutationFn: (shared: boolean) => call(shareNotes, { body: { id: booking.id, shared } }),
    onSuccess: ({ shared_at }) => keep(booking.id, shared_at),
  });
  const isShared = share.isPending ? share.variables : booking.client_notes_shared_at !== null;
  return (
    <div className="mt-3">
      <label className="choice">
        <input
          type="checkbox"
          checked={isShared}
          aria-describedby={hint}
          onChange={(event) => {
            if (!share.isPending) share.mutate(event.currentTarget.checked);
          }}
        />
        <span>Let {first_name} read this one</span>
      </label>
      <p id={hint} className="field-hint" role="status">
        {isShared
          ? `${first_name} can read this reflection, also after you change it. You can take it back.`
          : `Only you can read this reflection.`}
      </p>
      {share.error && (
        <Banner tone="error" inSight className="mt-3">
          {errorMessage(share.error, 'This could not be saved. Please try again.')}
        </Banner>
      )}
    </div>
  );
}
