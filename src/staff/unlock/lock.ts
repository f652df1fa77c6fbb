import { staffLock } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { lockNow } from '#staff/client/unlock.ts';
import { ApiError } from '#web/client/request.ts';

const RETRY_MS = 2000;

/** Hides health data at once and locks the session. Without a network it is tried again until the server has heard it. */
export const lock = (): void => void lockNow(sendLock);

async function sendLock(): Promise<void> {
  try {
    await callStaff(staffLock);
  } catch (error) {
    // A session that has ended is locked.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await sendLock();
  }
}
