import { removeBookings } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';

let release: Promise<unknown> = Promise.resolve();

/** Deletes the pending bookings of a checkout whose payment page was left. */
export async function releaseHolds(session_id: string): Promise<void> {
  const asked = call(removeBookings, { query: { id: session_id } });
  release = asked.catch(() => undefined);
  await asked;
}

/** Resolves when no release is under way: a checkout that overtakes it gets the payment page that is being ended. */
export const holdsReleased = (): Promise<unknown> => release;
