import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffCreateCalendarFeed, staffRevokeCalendarFeed } from '#contract/staff.calls.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { feedQuery } from '#staff/settings/settings-queries.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';

type Detail = 'BUSY' | 'INITIALS';

/** The sessions in the member's own calendar program, by a private address that is shown once. */
export function FeedBox() {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const { data, error: failed } = useFreshQuery(feedQuery);
  const [wanted, setWanted] = useState<Detail | null>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: feedQuery.queryKey });
  const [url, setUrl] = useState<string | null>(null);
  const create = useAction();
  const revoke = useAction();
  const isOn = data?.detail != null;
  const detail = wanted ?? data?.detail ?? 'BUSY';
  const onCreate = () =>
    create.ask(() => callStaff(staffCreateCalendarFeed, { body: { detail } }), {
      done: (feed) => {
        setUrl(feed.url);
        refresh();
      },
    });
  const onRevoke = () =>
    revoke.ask(() => callStaff(staffRevokeCalendarFeed, {}), {
      done: () => {
        setUrl(null);
        refresh();
      },
    });
  const isBusy = create.isPending || revoke.isPending;
  return (
    <section className="staff-box settings-box grid gap-4 p-4.5" aria-labelledby="settings-feed">
      <h2 id="settings-feed">Calendar feed</h2>
      <p className="max-w-none text-muted text-small">
        Your sessions in your own calendar app, by a private address. It never names a client. Google may show
        new bookings up to 24 hours late.
      </p>
      <p role="status">
        {data === undefined
          ? ' '
          : isOn
            ? `On since ${formatDayOf(data.created_at!, practice.zone)}, showing ${data.detail === 'BUSY' ? 'only that you are busy' : 'initials and service'}.`
            : 'Off.'}
      </p>
      <Pick<Detail>
        legend="What it shows"
        columns
        value={detail}
        onChange={setWanted}
        choices={[
          { value: 'BUSY', label: 'Busy only', reason: 'Nothing else.' },
          { value: 'INITIALS', label: 'Initials and service', reason: '“M.K. · Marma Session”' },
        ]}
      />
      {url !== null && (
        <div className="flex flex-wrap gap-3 items-end">
          <TextField
            className="grow basis-56"
            label="Your address, shown only now"
            readOnly
            value={url}
            onChange={() => undefined}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            look="secondary"
            onClick={() =>
              void navigator.clipboard
                .writeText(url)
                .then(() => showToast('Copied.'))
                .catch(() => showToast('Please copy it by hand.', 'error'))
            }
          >
            Copy
          </Button>
          <p className="max-w-none text-muted text-small basis-full">Anyone who has it can read this feed.</p>
        </div>
      )}
      <ActionFailure action={create} />
      <ActionFailure action={revoke} />
      {data === undefined && <ActionFailure action={{ error: failed }} />}
      <div className="flex flex-wrap gap-3 items-center justify-end">
        {isOn && (
          <TextButton className="act" disabled={!isOnline || isBusy} onClick={onRevoke}>
            Turn off
          </TextButton>
        )}
        <Button
          look="secondary"
          busy={create.isPending}
          disabled={!isOnline || data === undefined}
          onClick={onCreate}
        >
          {isOn ? 'New address' : 'Turn on'}
        </Button>
      </div>
    </section>
  );
}
