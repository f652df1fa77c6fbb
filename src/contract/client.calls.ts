import { call, FORMS_LIMIT, NOTES_LIMIT, type NoInput } from './call.ts';
import type * as auth from './auth.schemas.ts';
import type * as blog from './blog.schemas.ts';
import type * as bookings from './bookings.schemas.ts';
import type * as calendar from './calendar.schemas.ts';
import type * as checkout from './checkout.schemas.ts';
import type * as events from './events.schemas.ts';
import type * as forms from './forms.schemas.ts';
import type * as join from './join.schemas.ts';
import type * as paymentLinks from './payment-links.schemas.ts';
import type * as services from './services.schemas.ts';
import type * as sessions from './sessions.schemas.ts';
import type * as suggestions from './suggestions.schemas.ts';
import type * as users from './users.schemas.ts';
import type * as visits from './visits.schemas.ts';
import type * as waitlist from './waitlist.schemas.ts';

// Every call of clients and visitors, by noun: docs/product.md §7.1.

type S = typeof auth &
  typeof blog &
  typeof bookings &
  typeof calendar &
  typeof checkout &
  typeof events &
  typeof forms &
  typeof join &
  typeof paymentLinks &
  typeof services &
  typeof sessions &
  typeof suggestions &
  typeof users &
  typeof visits &
  typeof waitlist;

// Auth
export const signIn = call<S['signIn']>()('POST /sign-in', 'public', { limit: 'sign-in' });
export const signUp = call<S['signUp']>()('POST /sign-up', 'public', { limit: 'sign-up' });
export const confirmSignUp = call<S['confirmSignUp']>()('POST /confirm-sign-up', 'public', {
  limit: 'confirm-sign-up',
});
export const resendConfirmCode = call<S['resendConfirmCode']>()('POST /resend-confirm-code', 'public', {
  limit: 'resend-code',
});
/** Ends the session at the server. It is a GET, but other sites are refused as for an unsafe method (rules.md §1). */
export const signOut = call<S['signOut']>()('GET /sign-out', 'public', { limit: 'way-out' });
export const refreshToken = call<S['refreshToken']>()('POST /auth/refresh-token', 'public', {
  limit: 'refresh-token',
});
export const forgotPassword = call<S['forgotPassword']>()('POST /forgot-password', 'public', {
  limit: 'forgot-password',
  credentials: 'omit',
  plain_errors: true,
});
export const confirmNewPassword = call<S['confirmNewPassword']>()('POST /confirm-new-password', 'public', {
  limit: 'confirm-new-password',
  credentials: 'omit',
  plain_errors: true,
});
/** Sets the password with the link of a code mail instead of its digits, and confirms the address if it was not yet. */
export const setPasswordByLink = call<S['setPasswordByLink']>()('POST /set-password-by-link', 'public', {
  limit: 'password-link',
  credentials: 'omit',
  plain_errors: true,
});
/** Asks for another e-mail of the login, with the present password: the new address gets a code. */
export const changeEmail = call<S['changeEmail']>()('POST /auth/change-email', 'session', {
  limit: 'write-user',
});
/** Moves the login to the address that the code proves, and ends its other sessions. */
export const confirmEmailChange = call<S['confirmEmailChange']>()(
  'POST /auth/confirm-email-change',
  'session',
  { limit: 'write-user' },
);

// Blog
export const getBlogs = call<S['getBlogs']>()('GET /get-blogs', 'public', { limit: 'read' });

// Bookings
export const getUserBookings = call<S['getUserBookings']>()('GET /auth/get-user-bookings', 'record', {
  limit: 'read-bookings',
});
export const updateUserNotes = call<S['updateUserNotes']>()('PATCH /auth/update-user-notes', 'record', {
  limit: 'write-health',
  body_limit: NOTES_LIMIT,
});
/** Lets the practitioner read the client's note on a visit, or no longer. */
export const shareNotes = call<S['shareNotes']>()('POST /auth/share-notes', 'record', { limit: 'way-out' });
/** A booking as a calendar file (text/calendar); ?id=booking. */
export const bookingCalendar = call<S['bookingCalendar'], string>()('GET /auth/booking.ics', 'record', {
  limit: 'read',
  opened_by_link: true,
});
/** What the client may do with a booking now (rules.md §3). */
export const bookingOptions = call<S['bookingOptions']>()('GET /auth/booking-options', 'record', {
  limit: 'read-bookings',
});
/** The client's own statement of visits and payments, to print. */
export const getStatement = call<S['getStatement']>()('GET /auth/statement', 'record', {
  limit: 'read-bookings',
});
export const cancelBooking = call<S['cancelBooking']>()('POST /auth/cancel-booking', 'record', {
  limit: 'change-booking',
});
export const rescheduleBooking = call<S['rescheduleBooking']>()('POST /auth/reschedule-booking', 'record', {
  limit: 'change-booking',
});

// Calendar
export const getCalendarFeed = call<S['getCalendarFeed']>()('GET /auth/calendar-feed', 'record', {
  limit: 'read',
});
/** Creates the feed, or gives it a new address; the old address stops working at once. */
export const createCalendarFeed = call<S['createCalendarFeed']>()('POST /auth/calendar-feed', 'record', {
  limit: 'write-health',
});
export const revokeCalendarFeed = call<S['revokeCalendarFeed']>()('DELETE /auth/calendar-feed', 'record', {
  limit: 'way-out',
});
/** The feed itself (text/calendar), for calendar programs. The token in its address is the only credential. */
export const calendarFeed = call<NoInput, string>()('GET /calendar/:file', 'public', {
  limit: 'read',
  opened_by_link: true,
});

// Checkout
export const createCheckout = call<S['createCheckout']>()('POST /auth/create-checkout', 'profile', {
  limit: 'create-checkout',
});
export const checkoutStatus = call<S['checkoutStatus']>()('GET /auth/checkout-status', 'record', {
  limit: 'checkout-status',
});
export const removeBookings = call<S['removeBookings']>()('DELETE /auth/remove-bookings', 'record', {
  limit: 'way-out',
});

// Events
export const getEvents = call<S['getEvents']>()('GET /get-events', 'public', { limit: 'read' });

// Export
/** Everything that the practice stores about the client, as one zip file. */
export const downloadMyData = call<NoInput, ArrayBuffer>()('GET /auth/download-my-data', 'record', {
  limit: 'write-health',
  opened_by_link: true,
});

// Forms
export const getForms = call<S['getForms']>()('GET /auth/get-forms', 'record', { limit: 'read' });
export const uploadForm = call<S['uploadForm']>()('POST /auth/upload-form', 'record', {
  limit: 'write-health',
  body_limit: FORMS_LIMIT,
});

// Online sessions
/** What the client's link to an online session shows. */
export const joinLink = call<S['joinLink']>()('GET /api/join/:token', 'public', {
  limit: 'read-link',
  credentials: 'omit',
});
/** Leads (303) to the room as it is now, or back to the page of the link. The token is the only credential. */
export const joinRoom = call<S['joinRoom']>()('GET /join/:token/room', 'public', {
  limit: 'read',
  opened_by_link: true,
});

// Payment
/** Leads (303) from a payment link that was mailed before the page of a visit had one kind of link. */
export const openPaymentLink = call<S['openPaymentLink']>()('GET /pay/:token', 'public', {
  limit: 'read',
  opened_by_link: true,
});
/** The client's way to the payment page from the schedule. */
export const payBalance = call<S['payBalance']>()('POST /auth/pay-balance', 'record', {
  limit: 'pay-balance',
});

// Services
export const getAllWellnessServices = call<S['getAllWellnessServices']>()(
  'GET /get-all-wellness-services',
  'public',
  { limit: 'read' },
);
export const getAvailabilities = call<S['getAvailabilities']>()('POST /auth/get-availabilities', 'profile', {
  limit: 'read',
});
export const getSlots = call<S['getSlots']>()('POST /auth/get-slots', 'profile', { limit: 'read' });
/** Why a date or some of its times cannot be booked, with the nearest times that can (rules.md §4). */
export const explainDate = call<S['explainDate']>()('POST /auth/explain-date', 'profile', { limit: 'read' });

// Sessions
/** Lists the signed-in browsers of the client's own account, the most recently used first. */
export const getSessions = call<S['getSessions']>()('GET /auth/sessions', 'session', { limit: 'read' });
/** Signs out one browser of the client's own account. A session of another account is answered like a missing one. */
export const endSession = call<S['endSession']>()('DELETE /auth/sessions', 'session', { limit: 'way-out' });
/** Signs out every browser of the client's own account, the one that asks included. */
export const signOutEverywhere = call<S['signOutEverywhere']>()('POST /auth/sign-out-everywhere', 'session', {
  limit: 'way-out',
});

// Suggestions
export const getSuggestions = call<S['getSuggestions']>()('GET /auth/suggestions', 'record', {
  limit: 'read-bookings',
});
export const declineSuggestion = call<S['declineSuggestion']>()('POST /auth/decline-suggestion', 'record', {
  limit: 'write-health',
});

// Users
export const getUser = call<S['getUser']>()('GET /auth/get-user', 'session', { limit: 'read' });
export const createUser = call<S['createUser']>()('POST /auth/create-user', 'session', {
  limit: 'write-user',
});
export const updateUser = call<S['updateUser']>()('PUT /auth/update-user', 'record', { limit: 'write-user' });
export const deleteUser = call<S['deleteUser']>()('DELETE /auth/delete-user', 'session', {
  limit: 'way-out',
});
export const getPresignedUrl = call<S['getPresignedUrl']>()('POST /auth/get-presigned-url', 'record', {
  limit: 'upload-photo',
});
export const updateProfilePhoto = call<S['updateProfilePhoto']>()(
  'POST /auth/update-profile-photo',
  'record',
  { limit: 'publish-photo' },
);
export const validateAddress = call<S['validateAddress']>()('POST /auth/validate-address', 'session', {
  limit: 'validate-address',
});
/** When staff read what the client has written, newest first. */
export const accessLog = call<S['accessLog']>()('GET /auth/access-log', 'record', { limit: 'read' });
/** Takes over the record that an invitation names. The login must have no record, and the invited address. */
export const claimRecord = call<S['claimRecord']>()('POST /auth/claim-record', 'session', {
  limit: 'claim-record',
});
/** Asks for house calls. A repeat while the practice has not answered gets the first moment. */
export const requestHouseCalls = call<S['requestHouseCalls']>()('POST /auth/request-house-calls', 'profile', {
  limit: 'write-user',
});

// Visits: the page that a mailed link opens without a session
/** What the page of a visit shows. It names no client: a forwarded mail reveals only the visit. */
export const visitPage = call<S['visitPage']>()('GET /api/visits/:token', 'public', {
  limit: 'read-link',
  credentials: 'omit',
});
export const payByLink = call<S['payByLink']>()('POST /api/visits/:token/pay', 'public', {
  limit: 'pay-by-link',
  credentials: 'omit',
});
/** As the calls of a client with a login, for this visit alone and while its client has none. */
export const optionsByLink = call<S['optionsByLink']>()('GET /api/visits/:token/options', 'public', {
  limit: 'read-link',
  credentials: 'omit',
});
export const cancelByLink = call<S['cancelByLink']>()('POST /api/visits/:token/cancel', 'public', {
  limit: 'change-by-link',
  credentials: 'omit',
});
export const rescheduleByLink = call<S['rescheduleByLink']>()(
  'POST /api/visits/:token/reschedule',
  'public',
  {
    limit: 'change-by-link',
    credentials: 'omit',
  },
);
export const availabilityByLink = call<S['availabilityByLink']>()(
  'POST /api/visits/:token/availability',
  'public',
  { limit: 'read-link', credentials: 'omit' },
);
export const slotsByLink = call<S['slotsByLink']>()('POST /api/visits/:token/slots', 'public', {
  limit: 'read-link',
  credentials: 'omit',
});
export const explainByLink = call<S['explainByLink']>()('POST /api/visits/:token/explain-date', 'public', {
  limit: 'read-link',
  credentials: 'omit',
});
/** The forms that this visit still needs, for whom knows the end of the phone number. */
export const formsByLink = call<S['formsByLink']>()('POST /api/visits/:token/forms', 'public', {
  limit: 'forms-by-link',
  credentials: 'omit',
});
export const submitByLink = call<S['submitByLink']>()('POST /api/visits/:token/submissions', 'public', {
  limit: 'forms-by-link',
  credentials: 'omit',
  body_limit: FORMS_LIMIT,
});
/** Makes an invitation to claim the record. Its key is of no use without the e-mail address in the record. */
export const inviteByLink = call<S['inviteByLink']>()('POST /api/visits/:token/invitation', 'public', {
  limit: 'change-by-link',
  credentials: 'omit',
});
/** Lets an offer of the waitlist go (rules.md §10). It is taken by paying. */
export const declineByLink = call<S['declineByLink']>()('POST /api/visits/:token/decline', 'public', {
  limit: 'change-by-link',
  credentials: 'omit',
});

// Waitlist (rules.md §10)
/** The client's places in line, what is offered, and the place that one more would get. */
export const getWaitlist = call<S['getWaitlist']>()('GET /auth/waitlist', 'record', {
  limit: 'read-bookings',
});
export const joinWaitlist = call<S['joinWaitlist']>()('POST /auth/waitlist', 'profile', {
  limit: 'change-booking',
});
export const leaveWaitlist = call<S['leaveWaitlist']>()('DELETE /auth/waitlist', 'record', {
  limit: 'way-out',
});
/** Takes the offer of a time, which leads to its payment page, or lets it go. */
export const answerOffer = call<S['answerOffer']>()('POST /auth/waitlist-offer', 'record', {
  limit: 'create-checkout',
});
