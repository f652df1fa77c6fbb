import { ARTICLE_LIMIT, call, FORMS_LIMIT, type NoInput, NOTES_LIMIT, type SentFile } from './call.ts';
import type * as agenda from './agenda.schemas.ts';
import type * as catalogue from './catalogue.schemas.ts';
import type * as clientFile from './client-file.schemas.ts';
import type * as clients from './clients.schemas.ts';
import type * as busyCalendars from './busy-calendars.schemas.ts';
import type * as hours from './hours.schemas.ts';
import type * as money from './money.schemas.ts';
import type * as notes from './notes.schemas.ts';
import type * as placement from './placement.schemas.ts';
import type * as posts from './posts.schemas.ts';
import type * as settings from './settings.schemas.ts';
import type * as staff from './staff.schemas.ts';
import type * as staffBookings from './staff-bookings.schemas.ts';
import type * as events from './staff-events.schemas.ts';
import type * as forms from './staff-forms.schemas.ts';
import type * as submissions from './submissions.schemas.ts';
import type * as till from './till.schemas.ts';
import type * as waitlist from './waitlist.schemas.ts';

// Every call of the staff area, by noun. No page of a client loads this file.

type S = typeof agenda &
  typeof catalogue &
  typeof clientFile &
  typeof clients &
  typeof busyCalendars &
  typeof hours &
  typeof money &
  typeof notes &
  typeof placement &
  typeof posts &
  typeof settings &
  typeof staff &
  typeof staffBookings &
  typeof events &
  typeof forms &
  typeof submissions &
  typeof till &
  typeof waitlist;

// Agenda
export const staffToday = call<S['staffToday']>()('GET /api/staff/today', 'staff');
export const staffAttention = call<S['staffAttention']>()('GET /api/staff/attention', 'staff');
export const staffDismissAttention = call<S['staffDismissAttention']>()(
  'POST /api/staff/attention/dismiss',
  'staff',
);
export const staffNews = call<S['staffNews']>()('GET /api/staff/news', 'staff');
export const staffSeeNews = call<S['staffSeeNews']>()('POST /api/staff/news/seen', 'staff');
export const staffCalendar = call<S['staffCalendar']>()('GET /api/staff/calendar', 'staff');
export const staffClass = call<S['staffClass']>()('GET /api/staff/classes/:service_id/:start', 'staff');

// Catalogue
export const staffServices = call<S['staffServices']>()('GET /api/staff/services', 'staff');
/** What a change of a service does to what is booked. Writes nothing. */
export const staffPreviewService = call<S['staffPreviewService']>()(
  'POST /api/staff/services/preview',
  'staff',
  { no_action: 'preview' },
);
export const staffApplyService = call<S['staffApplyService']>()('POST /api/staff/services/apply', 'staff');
export const staffOrderServices = call<S['staffOrderServices']>()('PUT /api/staff/services/order', 'staff');

// Client file
/** Everything that was written about a client's visits, page by page. Each read is recorded. */
export const staffClientFile = call<S['staffClientFile']>()(
  'GET /api/staff/clients/:id/file',
  'staff-unlocked',
);

// Clients
/** The clients who match, in pages. */
export const staffClients = call<S['staffClients']>()('GET /api/staff/clients', 'staff');
/** A client's contact, visits, state of forms, balance and rhythm. */
export const staffClient = call<S['staffClient']>()('GET /api/staff/clients/:id', 'staff');
export const staffCreateClient = call<S['staffCreateClient']>()('POST /api/staff/clients', 'staff');
export const staffChangeClient = call<S['staffChangeClient']>()('PATCH /api/staff/clients/:id', 'staff');
/** Mails a link by which the client takes over the record that the practice keeps. */
export const staffInviteClient = call<S['staffInviteClient']>()(
  'POST /api/staff/clients/:id/invite',
  'staff',
);
/** A client's visits and payments, to print. */
export const staffStatement = call<S['staffStatement']>()('GET /api/staff/clients/:id/statement', 'staff');
/** The same with the amounts that the client chose, of one period. */
export const staffRevealStatement = call<S['staffRevealStatement']>()(
  'POST /api/staff/clients/:id/reveal-statement',
  'staff',
);
/** The record of a client with everything that was written about them, as one zip file. */
export const staffExportClient = call<S['staffExportClient'], SentFile>()(
  'POST /api/staff/clients/:id/export',
  'staff-unlocked',
  { no_action: 'read' },
);
/** Everything that the practice keeps, as one zip file that is made while it is read. */
export const staffExportEverything = call<NoInput, SentFile>()('POST /api/staff/export', 'staff-unlocked', {
  no_action: 'read',
});
/** What deleting a record without a login cancels, refunds and removes. */
export const staffErasure = call<S['staffErasure']>()('GET /api/staff/clients/:id/erasure', 'staff-unlocked');
/** Deletes a record without a login, with everything that was written about its client. */
export const staffEraseClient = call<S['staffEraseClient']>()(
  'POST /api/staff/clients/:id/erase',
  'staff-unlocked',
);
/** What merging a record without a login into another one moves, and what speaks against it. */
export const staffMerge = call<S['staffMerge']>()('GET /api/staff/clients/:id/merge', 'staff-unlocked');
/** Merges a record without a login into another one of the same person. */
export const staffMergeClient = call<S['staffMergeClient']>()(
  'POST /api/staff/clients/:id/merge',
  'staff-unlocked',
);
export const staffHouseCalls = call<S['staffHouseCalls']>()(
  'POST /api/staff/clients/:id/house-calls',
  'staff',
);
export const staffSendMessage = call<S['staffSendMessage']>()(
  'POST /api/staff/bookings/:id/message',
  'staff',
);
/** One mail to each client who has a seat in one date of a class. */
export const staffMessageClass = call<S['staffMessageClass']>()(
  'POST /api/staff/classes/:service_id/:start/message',
  'staff',
);
/** Mails the client which forms of this visit are missing. */
export const staffRemindOfForms = call<S['staffRemindOfForms']>()(
  'POST /api/staff/bookings/:id/form-reminder',
  'staff',
);

// Hours
export const staffHours = call<S['staffHours']>()('GET /api/staff/hours', 'staff');
/** What a change of the week would do. Writes nothing. */
export const staffPreviewHours = call<S['staffPreviewHours']>()('POST /api/staff/hours/preview', 'staff', {
  no_action: 'preview',
});
export const staffApplyHours = call<S['staffApplyHours']>()('POST /api/staff/hours/apply', 'staff');
/** What another calendar of the practitioner would close. It is read, and nothing is written. */
export const staffPreviewBusyCalendar = call<S['staffPreviewBusyCalendar']>()(
  'POST /api/staff/busy-calendars/preview',
  'staff',
  { no_action: 'preview' },
);
export const staffAddBusyCalendar = call<S['staffAddBusyCalendar']>()(
  'POST /api/staff/busy-calendars',
  'staff',
);
/** What it closed is open again. */
export const staffStopBusyCalendar = call<S['staffStopBusyCalendar']>()(
  'DELETE /api/staff/busy-calendars/:id',
  'staff',
);
/** One date of a class: moved, cancelled, with other seats, or no longer bookable. */
export const staffPreviewClass = call<S['staffPreviewClass']>()(
  'POST /api/staff/classes/:service_id/:start/preview',
  'staff',
  { no_action: 'preview' },
);
export const staffApplyClass = call<S['staffApplyClass']>()(
  'POST /api/staff/classes/:service_id/:start/apply',
  'staff',
);
/** "I can't work today": every session of a day, or of a part of it. */
export const staffPreviewDay = call<S['staffPreviewDay']>()(
  'POST /api/staff/days/:date/cancel/preview',
  'staff',
  { no_action: 'preview' },
);
export const staffApplyDay = call<S['staffApplyDay']>()('POST /api/staff/days/:date/cancel/apply', 'staff');
/** A session of a series and all that follow it, moved or cancelled in one action. */
export const staffPreviewSeries = call<S['staffPreviewSeries']>()(
  'POST /api/staff/bookings/:id/series/preview',
  'staff',
  { no_action: 'preview' },
);
export const staffApplySeries = call<S['staffApplySeries']>()(
  'POST /api/staff/bookings/:id/series/apply',
  'staff',
);

// Money
export const staffPayments = call<S['staffPayments']>()('GET /api/staff/payments', 'staff');
/** Asks the payment provider, so that it is limited. */
export const staffPayouts = call<S['staffPayouts']>()('GET /api/staff/payouts', 'staff', {
  limit: 'staff-write',
});
export const staffReport = call<S['staffReport']>()('GET /api/staff/reports', 'staff');
/** A table of these days as CSV. An action, so that it is recorded once. */
export const staffExportMoney = call<S['staffExportMoney']>()(
  'POST /api/staff/exports/:kind',
  'staff-unlocked',
);

// Notes
export const staffSessionNote = call<S['staffSessionNote']>()(
  'GET /api/staff/bookings/:id/session-note',
  'staff-unlocked',
);
/**
 * Saves the draft: no action of its own, because it is repeated during typing. The id is that of the visit; a note without
 * one has its own.
 */
export const staffSaveSessionNote = call<S['staffSaveSessionNote']>()(
  'PUT /api/staff/bookings/:id/session-note',
  'staff-unlocked',
  { no_action: 'draft', limit: 'staff-draft', body_limit: NOTES_LIMIT },
);
export const staffSignSessionNote = call<S['staffSignSessionNote']>()(
  'POST /api/staff/bookings/:id/session-note/sign',
  'staff-unlocked',
);
/** Adds to a signed note. The addendum is signed at once. */
export const staffAddToSessionNote = call<S['staffAddToSessionNote']>()(
  'POST /api/staff/bookings/:id/session-note/addenda',
  'staff-unlocked',
  { body_limit: NOTES_LIMIT },
);
export const staffSavePinnedNote = call<S['staffSavePinnedNote']>()(
  'PUT /api/staff/clients/:id/pinned-note',
  'staff-unlocked',
  { no_action: 'draft', limit: 'staff-draft', body_limit: NOTES_LIMIT },
);
/** Saves the draft of what the client reads once it is published. */
export const staffSaveRecommendation = call<S['staffSaveRecommendation']>()(
  'PUT /api/staff/bookings/:id/recommendation',
  'staff-unlocked',
  { no_action: 'draft', limit: 'staff-draft', body_limit: NOTES_LIMIT },
);
/** Shows the draft to the client, with a suggested session or without. */
export const staffPublishRecommendation = call<S['staffPublishRecommendation']>()(
  'POST /api/staff/bookings/:id/recommendation/publish',
  'staff-unlocked',
);
/** Takes it back from the client: it is a draft again. */
export const staffWithdrawRecommendation = call<S['staffWithdrawRecommendation']>()(
  'POST /api/staff/bookings/:id/recommendation/withdraw',
  'staff-unlocked',
  { limit: 'way-out' },
);
/** An action, so that a search is recorded once. What it looks for is not recorded. */
export const staffSearchNotes = call<S['staffSearchNotes']>()(
  'POST /api/staff/notes/search',
  'staff-unlocked',
);

// Placement
/** The times of a service that clients could book. */
export const staffFreeTimes = call<S['staffFreeTimes']>()('GET /api/staff/free-times', 'staff');
/** Why clients can or cannot book a time, for every service. */
export const staffExplain = call<S['staffExplain']>()('GET /api/staff/explain', 'staff');
/** What speaks against a time. Writes nothing. */
export const staffCheckPlacement = call<S['staffCheckPlacement']>()(
  'POST /api/staff/bookings/check',
  'staff',
  { no_action: 'preview', limit: 'read' },
);
export const staffCreateBookings = call<S['staffCreateBookings']>()('POST /api/staff/bookings', 'staff');
export const staffRescheduleBooking = call<S['staffRescheduleBooking']>()(
  'POST /api/staff/bookings/:id/reschedule',
  'staff',
);

// Posts
export const staffPosts = call<S['staffPosts']>()('GET /api/staff/posts', 'staff');
export const staffPost = call<S['staffPost']>()('GET /api/staff/posts/:id', 'staff');
export const staffCreatePost = call<S['staffCreatePost']>()('POST /api/staff/posts', 'staff');
/** Saves what is written over the version that the writer saw: no action of its own, and nothing public changes. */
export const staffSavePost = call<S['staffSavePost']>()('PUT /api/staff/posts/:id', 'staff', {
  no_action: 'draft',
  limit: 'staff-draft',
  body_limit: ARTICLE_LIMIT,
});
export const staffPublishPost = call<S['staffPublishPost']>()('POST /api/staff/posts/:id/publish', 'staff');
export const staffUnpublishPost = call<S['staffUnpublishPost']>()(
  'POST /api/staff/posts/:id/unpublish',
  'staff',
  { limit: 'way-out' },
);
export const staffRemovePost = call<S['staffRemovePost']>()('DELETE /api/staff/posts/:id', 'staff');
/** A picture for a draft. No post shows it before that is published. */
export const staffUploadPicture = call<S['staffUploadPicture']>()('POST /api/staff/post-pictures', 'staff', {
  no_action: 'draft',
  body_limit: NOTES_LIMIT,
});

// Settings
export const staffSettings = call<S['staffSettings']>()('GET /api/staff/settings', 'staff');
export const staffChangeSetting = call<S['staffChangeSetting']>()('PUT /api/staff/settings/:name', 'staff');
export const staffChangeMailLine = call<S['staffChangeMailLine']>()(
  'PUT /api/staff/mail-lines/:kind',
  'staff',
);
export const staffPreviewMail = call<S['staffPreviewMail']>()(
  'POST /api/staff/mail-lines/:kind/preview',
  'staff',
  { no_action: 'preview' },
);
export const staffTestMail = call<S['staffTestMail']>()('POST /api/staff/mail-lines/:kind/test', 'staff');
export const staffCalendarFeed = call<S['staffCalendarFeed']>()('GET /api/staff/calendar-feed', 'staff');
export const staffCreateCalendarFeed = call<S['staffCreateCalendarFeed']>()(
  'POST /api/staff/calendar-feed',
  'staff',
  { no_action: 'own-access', open_to_demo: 'made-again' },
);
export const staffRevokeCalendarFeed = call<S['staffRevokeCalendarFeed']>()(
  'DELETE /api/staff/calendar-feed',
  'staff',
  { limit: 'way-out', no_action: 'own-access', open_to_demo: 'made-again' },
);

// Staff bookings
export const staffBooking = call<S['staffBooking']>()('GET /api/staff/bookings/:id', 'staff');
export const staffCancellation = call<S['staffCancellation']>()(
  'GET /api/staff/bookings/:id/cancellation',
  'staff',
);
export const staffCancelBooking = call<S['staffCancelBooking']>()(
  'POST /api/staff/bookings/:id/cancel',
  'staff',
);
export const staffAttendance = call<S['staffAttendance']>()(
  'POST /api/staff/bookings/:id/attendance',
  'staff',
);
export const staffChangeRoom = call<S['staffChangeRoom']>()('PUT /api/staff/bookings/:id/room', 'staff');
export const staffRevealAmount = call<S['staffRevealAmount']>()(
  'POST /api/staff/bookings/:id/reveal-amount',
  'staff',
);

// Staff events
export const staffEvents = call<S['staffEvents']>()('GET /api/staff/events', 'staff');
export const staffCreateEvent = call<S['staffCreateEvent']>()('POST /api/staff/events', 'staff');
export const staffChangeEvent = call<S['staffChangeEvent']>()('PATCH /api/staff/events/:id', 'staff');
export const staffRemoveEvent = call<S['staffRemoveEvent']>()('DELETE /api/staff/events/:id', 'staff');

// Staff forms
export const staffForms = call<S['staffForms']>()('GET /api/staff/forms', 'staff');
export const staffForm = call<S['staffForm']>()('GET /api/staff/forms/:key', 'staff');
export const staffSaveFormDraft = call<S['staffSaveFormDraft']>()(
  'PUT /api/staff/forms/:key/draft',
  'staff',
  { no_action: 'draft', limit: 'staff-draft', body_limit: FORMS_LIMIT },
);
/** What publishing the draft, another audience, retiring or restoring does. Writes nothing. */
export const staffPreviewForm = call<S['staffPreviewForm']>()('POST /api/staff/forms/:key/preview', 'staff', {
  no_action: 'preview',
});
export const staffApplyForm = call<S['staffApplyForm']>()('POST /api/staff/forms/:key/apply', 'staff');

// Staff
export const staffSignIn = call<S['staffSignIn']>()('POST /api/staff/sign-in', 'public', {
  limit: 'staff-sign-in',
});
/** Answers the password with a code; the pending sign-in is a cookie of 5 minutes. */
export const staffSignInCode = call<S['staffSignInCode']>()('POST /api/staff/sign-in/code', 'public', {
  limit: 'staff-code',
});
/** Options of the browser's passkey prompt. SIGN_IN is public, the other purposes need a staff session. */
export const staffPasskeyChallenge = call<S['staffPasskeyChallenge']>()(
  'POST /api/staff/passkey-challenges',
  'public',
  { limit: 'staff-passkey-prompt' },
);
/** Replaces password and code. */
export const staffSignInPasskey = call<S['staffSignInPasskey']>()(
  'POST /api/staff/sign-in/passkey',
  'public',
  { limit: 'staff-passkey' },
);
/** Sandbox only: the demo owner's next unused code. */
export const staffDemoCode = call<S['staffDemoCode']>()('GET /api/staff/demo-code', 'public', {
  limit: 'demo-code',
});
export const staffSignOut = call<S['staffSignOut']>()('POST /api/staff/sign-out', 'staff', {
  no_action: 'own-access',
  open_to_demo: 'this-session',
  limit: 'way-out',
});
/** Opens health data for a while and replaces the token of the session. */
export const staffUnlock = call<S['staffUnlock']>()('POST /api/staff/unlock', 'staff', {
  no_action: 'own-access',
  open_to_demo: 'this-session',
  limit: 'staff-security',
});
export const staffLock = call<S['staffLock']>()('POST /api/staff/lock', 'staff', {
  no_action: 'own-access',
  open_to_demo: 'this-session',
  limit: 'way-out',
});
export const staffMe = call<S['staffMe']>()('GET /api/staff/me', 'staff');
export const staffSetUp = call<S['staffSetUp']>()('GET /api/staff/set-up/:token', 'public', {
  limit: 'staff-set-up',
});
export const staffSetUpTotp = call<S['staffSetUpTotp']>()('POST /api/staff/set-up/:token/totp', 'public', {
  limit: 'staff-set-up',
});
export const staffFinishSetUp = call<S['staffFinishSetUp']>()('POST /api/staff/set-up/:token', 'public', {
  limit: 'staff-set-up',
});
export const staffSecurity = call<S['staffSecurity']>()('GET /api/staff/security', 'staff');
export const staffChangePassword = call<S['staffChangePassword']>()(
  'POST /api/staff/security/password',
  'staff',
  { no_action: 'own-access', limit: 'staff-security' },
);
export const staffOfferTotp = call<S['staffOfferTotp']>()('POST /api/staff/security/totp', 'staff', {
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffConfirmTotp = call<S['staffConfirmTotp']>()(
  'POST /api/staff/security/totp/confirm',
  'staff',
  { no_action: 'own-access', limit: 'staff-security' },
);
export const staffNewRecoveryCodes = call<S['staffNewRecoveryCodes']>()(
  'POST /api/staff/security/recovery-codes',
  'staff',
  { no_action: 'own-access', limit: 'staff-security' },
);
export const staffAddPasskey = call<S['staffAddPasskey']>()('POST /api/staff/security/passkeys', 'staff', {
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffRemovePasskey = call<S['staffRemovePasskey']>()(
  'DELETE /api/staff/security/passkeys/:id',
  'staff',
  { no_action: 'own-access', limit: 'staff-security' },
);
export const staffEndSession = call<S['staffEndSession']>()(
  'DELETE /api/staff/security/sessions/:id',
  'staff',
  { no_action: 'own-access', limit: 'way-out' },
);
/** Ends all sessions of the member but this one, and the sign-ins that wait for a code. */
export const staffEndOtherSessions = call<S['staffEndOtherSessions']>()(
  'DELETE /api/staff/security/sessions',
  'staff',
  { no_action: 'own-access', limit: 'way-out' },
);
export const staffAuditLog = call<S['staffAuditLog']>()('GET /api/staff/audit-log', 'staff');

// Submissions
/** The answers that a client handed in, as staff read them. */
export const staffSubmission = call<S['staffSubmission']>()(
  'GET /api/staff/submissions/:id',
  'staff-unlocked',
);
/** Fills in a form together with a client, or records that it is signed on paper. */
export const staffFillInForm = call<S['staffFillInForm']>()(
  'POST /api/staff/clients/:id/forms',
  'staff-unlocked',
  { body_limit: FORMS_LIMIT },
);

// Till
/** Ends the payment page of a hold: asks the provider first, so that a payment that came before wins. */
export const staffEndHold = call<S['staffEndHold']>()('POST /api/staff/bookings/:id/end-hold', 'staff');
export const staffChangePrice = call<S['staffChangePrice']>()('POST /api/staff/bookings/:id/price', 'staff');
export const staffRecordPayment = call<S['staffRecordPayment']>()(
  'POST /api/staff/bookings/:id/offline-payments',
  'staff',
);
/** Takes back an offline payment, or a part of it: `id` is the payment's. The money goes back by hand. */
export const staffCorrectPayment = call<S['staffCorrectPayment']>()(
  'POST /api/staff/offline-payments/:id/correct',
  'staff',
);
export const staffSendPaymentLink = call<S['staffSendPaymentLink']>()(
  'POST /api/staff/bookings/:id/payment-link',
  'staff',
);
/** Keeps a payment that has no checkout here; `id` is its session at the provider. Else it is refunded within the hour. */
export const staffKeepPayment = call<S['staffKeepPayment']>()(
  'POST /api/staff/unmatched-payments/:id/keep',
  'staff',
);
/** A refund of goodwill: the booking stays. */
export const staffRefund = call<S['staffRefund']>()('POST /api/staff/bookings/:id/refund', 'staff');

// Waitlist
export const staffWaitlist = call<S['staffWaitlist']>()('GET /api/staff/waitlist', 'staff');
/** For a client who asks by phone. */
export const staffJoinWaitlist = call<S['staffJoinWaitlist']>()('POST /api/staff/waitlist', 'staff');
/** Offers a free time; the offer is withdrawn like any hold, by staffEndHold. */
export const staffOffer = call<S['staffOffer']>()('POST /api/staff/waitlist/:id/offer', 'staff');
export const staffRemoveEntry = call<S['staffRemoveEntry']>()('DELETE /api/staff/waitlist/:id', 'staff');
