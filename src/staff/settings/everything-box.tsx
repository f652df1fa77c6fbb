import { useEffect, useRef, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffExportEverything } from '#contract/staff.calls.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { saveFile } from '#staff/clients/save-file.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ApiError } from '#web/api/request.ts';
import { Button } from '#web/ui/button.tsx';
import { now } from '#web/ui/use-now.ts';

/** Health data is open for an hour at most. */
const TIMEOUT_MS = 3_600_000;
const BROKEN =
  'The file ended before it was whole, so nothing was saved. The connection broke, or health data was locked. Please try again.';

/** Everything that the practice keeps, as one zip file for another system. */
export function EverythingBox() {
  const isOnline = useOnline();
  const { ask, isPending, isDone, error } = useAction();
  const [size, setSize] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const save = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const onBytes = (bytes: number) => setSize(`${(bytes / 1_000_000).toFixed(1)} MB`);
    try {
      return await callStaff(staffExportEverything, {}, { signal, timeoutMs: TIMEOUT_MS, onBytes });
    } catch (failure) {
      setSize(null);
      if (signal.aborted) return null;
      throw failure instanceof ApiError ? failure : new ApiError(BROKEN, 0, 'NETWORK');
    }
  };
  const onSave = () => {
    setSize(null);
    const name = `everything-${localDateOf(now(), practice.zone)}.zip`;
    ask(save, { done: (file) => file && saveFile(file, name) });
  };
  const ended = isDone && (size === null ? 'Cancelled. Nothing was saved.' : `${size} saved.`);
  return (
    <section className="staff-box settings-box grid gap-4 p-4.5" aria-labelledby="settings-everything">
      <h2 id="settings-everything">Everything, as files</h2>
      <p className="max-w-none text-muted text-small">
        One zip file, to keep or for another system: clients, appointments, payments, forms and answers as
        tables, notes as text, posts as pages. It has health data: keep it where only you can open it. Each
        client can see that you saved it.
      </p>
      {error?.code !== 'STEP_UP_REQUIRED' && <ActionFailure action={{ error }} />}
      <OfflineNotice />
      <div className="flex flex-wrap gap-3 items-center justify-end">
        <span role="status">{isPending ? 'Saving. Please stay on this page.' : ended}</span>
        {isPending && size && <span>{size} so far</span>}
        <Button
          look="secondary"
          disabled={!isOnline && !isPending}
          onClick={isPending ? () => stop.current.abort() : onSave}
        >
          {isPending ? 'Cancel' : 'Save everything'}
        </Button>
      </div>
    </section>
  );
}
