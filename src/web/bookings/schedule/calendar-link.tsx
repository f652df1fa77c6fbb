import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createCalendarFeed, revokeCalendarFeed } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import type { User } from '#web/api/session.ts';
import { calendarFeedQuery } from '#web/bookings/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';

/** A private address at which the client's calendar app finds their bookings. It is shown once, when it is created. */
export function CalendarLink({ user }: { user: User }) {
  const queries = useQueryClient();
  const feed = useQuery(calendarFeedQuery(user.id));
  const refresh = () => queries.invalidateQueries({ queryKey: calendarFeedQuery(user.id).queryKey });
  const make = useMutation({ mutationFn: () => call(createCalendarFeed), onSuccess: refresh });
  const revoke = useMutation({
    mutationFn: () => call(revokeCalendarFeed),
    onSuccess: () => {
      make.reset();
      return refresh();
    },
  });
  const error = make.error ?? revoke.error;

  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">Your calendar</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        A private link that keeps your bookings up to date in your own calendar. Whoever has it can see when
        you come, so share it with nobody.
      </p>
      {feed.isPending && <SkeletonGroup rows={['h-11 w-48']} />}
      {feed.error && <FailedQuery message={errorMessage(feed.error)} of={feed} />}
      {feed.data && (
        <>
          {make.data && <NewLink url={make.data.url} />}
          <div className="flex flex-wrap gap-3">
            <Button
              look="secondary"
              busy={make.isPending}
              disabled={revoke.isPending}
              onClick={() => make.mutate()}
            >
              {feed.data.active ? 'Make a new link' : 'Make a calendar link'}
            </Button>
            {feed.data.active && (
              <Button
                look="ghost"
                busy={revoke.isPending}
                disabled={make.isPending}
                onClick={() => revoke.mutate()}
              >
                Turn the link off
              </Button>
            )}
          </div>
          {feed.data.active && !make.data && (
            <p className="mt-3 text-xs text-muted">
              Your link is on. Its address is shown only once; a new link makes the old one stop.
            </p>
          )}
        </>
      )}
      {error && (
        <Banner tone="error" className="mt-4">
          {errorMessage(error)}
        </Banner>
      )}
    </Card>
  );
}

function NewLink({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast('Link copied');
    } catch {
      showToast('Please select the link and copy it', 'error');
    }
  };
  return (
    <div className="mb-4 grid gap-3">
      <TextField
        label="Your calendar link"
        hint="In your calendar program choose “Add by URL” or “Subscribe”. The link is not shown again."
        readOnly
        value={url}
        onChange={() => undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>Copy link</Button>
        <a className="btn btn-secondary" href={url.replace(/^https?:/, 'webcal:')}>
          Open in calendar
        </a>
      </div>
    </div>
  );
}
