import { checkCheckouts } from './check-checkouts.ts';
import { cleanUp } from './clean-up.ts';
import { completeBookings } from './complete-bookings.ts';
import type { Job } from './loop.ts';
import { processWebhooks } from './process-webhooks.ts';
import { remindClients } from './remind-clients.ts';
import { sendMail } from '../mail/send-mail.ts';
import { settleOwedRefunds } from './settle-refunds.ts';
import { reconcilePayments, settleUnmatchedPayments } from './settle-unmatched.ts';
import { notifyPausedAccounts } from './notify-paused-accounts.ts';
import { watchHolds } from './watch-holds.ts';

/** Every background job. */
export const ALL_JOBS: readonly Job[] = [
  processWebhooks,
  checkCheckouts,
  settleOwedRefunds,
  settleUnmatchedPayments,
  reconcilePayments,
  sendMail,
  remindClients,
  completeBookings,
  watchHolds,
  notifyPausedAccounts,
  cleanUp,
];
