import { cleanUp } from './clean-up.ts';
import { completeBookings } from './complete-bookings.ts';
import type { Job } from './loop.ts';
import {
  checkCheckouts,
  processWebhooks,
  reconcilePayments,
  settleOwedRefunds,
  settleUnmatchedPayments,
} from './payment-jobs.ts';
import { publishPosts } from './publish-posts.ts';
import { readCalendars } from './read-calendars.ts';
import { remindClients } from './remind-clients.ts';
import { sendMail } from '../mail/send-mail.ts';
import { notifyOfBookings } from './notify-of-bookings.ts';
import { notifyPausedAccounts } from './notify-paused-accounts.ts';
import { endOffers, matchWaitlist } from './run-waitlist.ts';
import { syncChangedServices } from './sync-services.ts';
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
  syncChangedServices,
  notifyOfBookings,
  notifyPausedAccounts,
  publishPosts,
  readCalendars,
  endOffers,
  matchWaitlist,
  cleanUp,
];
