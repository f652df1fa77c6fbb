import { practice } from '#content/public/practice.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import type { DraftState } from '#staff/parts/draft-saver.ts';
import { useOnline } from '#staff/api/use-online.ts';

/** Where the text is: 'Saved 10:52 AM'. */
export function SaveStatus({ state, isOnDevice }: { state: DraftState; isOnDevice: boolean }) {
  const isOnline = useOnline();
  return (
    <p role="status" className="min-h-[1.4em] text-muted text-grid">
      {statusText(state, isOnline, isOnDevice)}
    </p>
  );
}

const ON_DEVICE = 'Saved on this device.';

function statusText(state: DraftState, isOnline: boolean, isOnDevice: boolean): string {
  switch (state.kind) {
    case 'SAVED':
      return state.at === null ? '' : `Saved ${formatClock(state.at, practice.zone)}`;
    case 'TYPING':
    case 'SAVING':
      return 'Saving…';
    case 'FAILED':
      if (isOnline) return `Couldn’t save. Retrying. ${isOnDevice ? ON_DEVICE : state.message}`;
      return isOnDevice
        ? `You’re offline. ${ON_DEVICE}`
        : 'You’re offline. It’s saved as soon as you’re back; please leave this page open.';
    case 'REFUSED':
      return `Not saved. ${state.message} ${isOnDevice ? ON_DEVICE : ''}`.trim();
    case 'CONFLICT':
      return '';
  }
}
