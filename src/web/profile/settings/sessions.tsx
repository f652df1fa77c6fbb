import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { OutputOf } from '#contract/call.ts';
import { endSession, type getSessions, signOutEverywhere } from '#contract/client.calls.ts';
import { formatShortDate, formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { ApiError, call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { hasDrafts } from '#web/api/drafts.ts';
import { clearClientState } from '#web/api/clear-client-state.ts';
import type { User } from '#web/api/session.ts';
import { sessionsQuery } from '#web/profile/settings/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';

type Session = OutputOf<typeof getSessions>['sessions'][number];

/** The client's sessions; they can sign out one other browser or all. */
export function Sessions({ user }: { user: User }) {
  const queries = useQueryClient();
  const { queryKey } = sessionsQuery(user.id);
  const sessions = useQuery(sessionsQuery(user.id));
  const refresh = () => queries.invalidateQueries({ queryKey });
  const end = useMutation({
    mutationFn: async ({ id }: Session) => {
      try {
        await call(endSession, { query: { id } });
      } catch (error) {
        // The session has ended meanwhile, which is what the client wanted.
        if (!(error instanceof ApiError && error.code === 'SESSION_NOT_FOUND')) throw error;
      }
    },
    onSuccess: async (_, session) => {
      await refresh();
      showToast(`${nameOf(session)} is signed out.`);
    },
  });

  return (
    <Card as="section" className="mb-6 p-6">
      <h2 className="text-xl">Signed-in browsers</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Everywhere you are signed in. If you don’t recognize one, sign it out and{' '}
        <Link to="/forgot-password" state={{ email: user.email }}>
          choose a new password
        </Link>
        .
      </p>
      {sessions.isPending && <SkeletonGroup rows={['h-14']} />}
      {sessions.error && <FailedQuery message={errorMessage(sessions.error)} of={sessions} />}
      {sessions.data && (
        <ul className="mb-4 grid gap-4">
          {sessions.data.sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending && end.variables.id === session.id}
              disabled={end.isPending}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
      )}
      {end.error && (
        <Banner tone="error" className="mb-4">
          {errorMessage(end.error, 'Failed to sign out')}
        </Banner>
      )}
      <SignOutEverywhere />
    </Card>
  );
}

const nameOf = ({ browser }: Session) => browser ?? 'Unknown browser';

function SessionRow({
  session,
  busy,
  disabled,
  onEnd,
}: {
  session: Session;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
}) {
  const signedIn = formatShortDate(session.signed_in_at, practice.zone);
  const lastActive = formatShortDateAtTime(session.last_active_at, practice.zone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-strong">
          {nameOf(session)}
          {session.is_current && <Badge colour="green">This browser</Badge>}
        </p>
        <p className="text-sm text-muted">
          Signed in {signedIn} · Last active {lastActive}
        </p>
      </div>
      {!session.is_current && (
        <Button
          look="secondary"
          aria-label={`Sign out ${nameOf(session)}, last active ${lastActive}`}
          busy={busy}
          disabled={disabled}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const signOut = async () => {
    setError(null);
    setBusy(true);
    try {
      await call(signOutEverywhere);
    } catch (problem) {
      // 401: this browser's session has ended, perhaps by an earlier try whose response was lost.
      if (!(problem instanceof ApiError && problem.status === 401)) {
        setError(errorMessage(problem, 'Failed to sign out'));
        setBusy(false);
        return;
      }
    }
    clearClientState();
    showToast('You are signed out everywhere.');
    await navigate('/');
  };

  return (
    <>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out..."
        busy={busy}
        error={error}
        onConfirm={() => void signOut()}
        onClose={() => {
          setAsking(false);
          setError(null);
        }}
      >
        <p>Every browser is signed out, including this one. Your bookings stay as they are.</p>
        {asking && hasDrafts(now().getTime()) && (
          <p>Something you wrote on this device has not been sent yet. Signing out removes it.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
