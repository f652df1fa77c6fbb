import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { deleteUser } from '#contract/client.calls.ts';
import { canStillChange } from '#domain/visits/booking.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { ApiError, call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { clearClientState } from '#web/api/clear-client-state.ts';
import type { User } from '#web/api/session.ts';
import { bookingsToCancel } from '#web/profile/settings/queries.ts';
import { refundText } from '#web/profile/settings/settings-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';

/** Deleting can wait for refunds at the payment provider. */
const TIMEOUT_MS = 60_000;

/** The card at the end of Settings, with its confirmation dialog. */
export function DeleteAccount({ user }: { user: User }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const unanswered = useRef(false);

  const remove = async () => {
    setError(null);
    setDeleting(true);
    let message = 'Your account has been deleted and you are signed out.';
    try {
      await call(deleteUser, {}, { timeoutMs: TIMEOUT_MS });
    } catch (problem) {
      const status = problem instanceof ApiError ? problem.status : null;
      if (status !== 401 || !unanswered.current) {
        unanswered.current ||= status === 0;
        setError(errorMessage(problem));
        setDeleting(false);
        return;
      }
      // The session has ended after a try without a response: that try has most likely succeeded.
      message = 'You are signed out. If you cannot sign in again, your account has been deleted.';
    }
    clearClientState();
    showToast(message);
    await navigate('/');
  };

  return (
    <Card as="section" className="flex flex-wrap items-center justify-between gap-4 p-6">
      <div className="flex-1 basis-72">
        <h2 className="text-xl">Delete Account</h2>
        <p className="mt-1 text-sm text-muted">
          This removes your profile, notes, forms and photo for good. Upcoming visits are cancelled and
          refunded by the policy you booked under.
        </p>
      </div>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title="Delete Account"
        confirmLabel="Delete Account"
        busyLabel="Deleting..."
        cancelLabel="Keep my account"
        busy={deleting}
        error={error}
        onConfirm={() => void remove()}
        onClose={() => {
          setAsking(false);
          setError(null);
        }}
      >
        <p>
          Are you sure you want to delete your account? This action cannot be undone. This will permanently
          delete your profile and remove all of your data.
        </p>
        <WhatIsCancelled user={user} />
      </ConfirmDialog>
    </Card>
  );
}

/** The upcoming bookings that are cancelled with the account, and their refunds. */
function WhatIsCancelled({ user }: { user: User }) {
  const now = useNow();
  const { data, error, isPending } = useQuery(bookingsToCancel(user.id));
  if (isPending) return <p className="text-sm text-muted">Looking up your upcoming visits...</p>;
  if (error)
    return (
      <p className="text-sm text-muted">
        We couldn’t look up your upcoming visits. All of them will be cancelled, and refunded by the policy
        you booked under.
      </p>
    );
  if (!now) return null;
  const upcoming = data.filter(({ booking }) => canStillChange(booking, now));
  if (upcoming.length === 0) return <p className="text-sm text-muted">You have no upcoming visits.</p>;
  return (
    <div className="text-sm">
      <p className="text-muted">
        {upcoming.length === 1 ? 'One upcoming visit' : `${upcoming.length} upcoming visits`} will be
        cancelled:
      </p>
      <ul className="mt-2 grid gap-2">
        {upcoming.map(({ booking, cancel }) => (
          <li key={booking.id} className="border-l-2 border-clay pl-3">
            <b>{booking.service_name}</b>
            <br />
            {formatShortDateAtTime(booking.start_time, practice.zone)}, {refundText(booking, cancel, now)}
          </li>
        ))}
      </ul>
    </div>
  );
}
