/**
 * Every error code with its HTTP status and its message (product.md §8, rules.md §1–7). A handler may replace the
 * message, but never code or status.
 */
const ERRORS = {
  // malformed, or refused before a handler runs
  BAD_REQUEST: [400, 'The request could not be understood.'],
  INVALID_INPUT: [422, 'Please check the marked fields.'],
  /** The present password of a session. */
  WRONG_PASSWORD: [422, 'Please check the marked fields.'],
  FORBIDDEN_KEY: [400, 'The request contains a name that is not allowed.'],
  DUPLICATE_PARAMETER: [400, 'Each parameter may be given once.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Please send JSON (application/json).'],
  PAYLOAD_TOO_LARGE: [413, 'This is too large to be sent.'],
  NOT_FOUND: [404, 'Not found.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not accept that method.'],
  CROSS_SITE: [403, 'This request did not come from this site.'],
  NOT_FROM_SCRIPT: [403, 'This address answers only the scripts of this site.'],
  UNAVAILABLE: [503, 'We cannot reach our database right now. Please try again in a moment.'],
  INTERNAL: [500, 'An unknown error occurred'],
  // sessions
  NOT_SIGNED_IN: [401, 'Please sign in to continue.'],
  SESSION_NOT_FOUND: [404, 'This browser is already signed out.'],
  FORBIDDEN: [403, 'This belongs to another account.'],
  NO_RECORD: [403, 'Please create your account first.'],
  NO_PROFILE_DATA: [403, 'Please finish your profile first.'],
  // identity; names follow hosted identity pools (rules.md §2)
  UserNotConfirmedException: [403, 'Please verify your email to continue'],
  NotAuthorizedException: [401, 'Incorrect email or password.'],
  UsernameExistsException: [409, 'An account with this email already exists.'],
  CodeMismatchException: [400, 'Invalid verification code provided, please try again.'],
  ExpiredCodeException: [400, 'Invalid verification code: it has expired. Please request a new code.'],
  LimitExceededException: [429, 'There were too many attempts. Please wait a while before trying again.'],
  InvalidPasswordException: [400, 'Password does not meet the requirements.'],
  IDENTITY_UNAVAILABLE: [502, 'Sign-in is not reachable right now. Please try again in a moment.'],
  // users
  RECORD_EXISTS: [409, 'Your account already exists.'],
  ADDRESS_INCOMPLETE: [422, 'Address validation failed'],
  ADDRESS_UNVERIFIED: [422, 'We couldn’t verify this address. Use it anyway?'],
  PHOTO_REFUSED: [422, 'Please select a JPG/JPEG image file'],
  PHOTO_NOT_FOUND: [404, 'The uploaded photo was not found. Please upload it again.'],
  UPLOAD_REFUSED: [403, 'This upload address is not valid or has expired.'],
  // services, slots, checkout
  HOUSE_CALL_NOT_APPROVED: [
    403,
    'House calls are available after a first visit, once we have approved them.',
  ],
  SERVICE_NOT_FOUND: [404, 'This service is no longer offered.'],
  SLOT_TAKEN: [
    409,
    "We're sorry, but this time slot has just been booked by someone else. We'll remove it from your cart so you can select another time.",
  ],
  ALREADY_BOOKED: [409, 'You already have a seat in this class.'],
  PRICE_CHANGED: [409, 'A price has changed since you added it to your cart. Please check the new price.'],
  CART_OVERLAP: [422, 'Two sessions in your cart overlap. Please remove one of them.'],
  ADDRESS_NEEDED: [422, 'A house call needs your complete address. Please add it in Settings.'],
  NOT_SOLD_HERE: [422, 'This cannot be booked here.'],
  CHECKOUT_NOT_FOUND: [404, 'This checkout was not found.'],
  CHECKOUT_PAID: [409, 'This checkout has been paid; nothing was removed.'],
  PAYMENT_PROVIDER: [502, 'Failed to create checkout session'],
  PAYMENT_REFUSED: [
    422,
    'Our payment provider doesn’t take this payment, and trying again won’t help. Nothing was charged. Please write to us.',
  ],
  AMOUNT_TOO_SMALL: [
    422,
    'This is less than our payment provider takes. Nothing was charged, and we’ll settle it at your visit.',
  ],
  PAYMENT_BUSY: [
    503,
    'Many people are paying at this moment. Please try again in a minute; your cart is kept.',
  ],
  BAD_SIGNATURE: [400, 'The signature of this event is not valid.'],
  EXPORT_TOO_LARGE: [413, 'The notes are too large for one file. Please remove pictures from some of them.'],
  EXPORT_FAILED: [503, 'We could not put your data together right now. Please try again in a few minutes.'],
  // bookings, forms
  BOOKING_NOT_FOUND: [404, 'This booking was not found.'],
  NOTE_CHANGED: [409, 'This note was changed elsewhere in the meantime.'],
  NOTE_TOO_LONG: [413, 'This note has too many lines. Please split it.'],
  NOTE_TOO_SOON: [409, 'Notes can be written once the session is over.'],
  FORM_NOT_FOUND: [404, 'This form was not found.'],
  FORM_CHANGED: [409, 'This form was changed in the meantime. Please check it again.'],
  FORM_ANSWERED: [
    409,
    'You have already submitted this form with other answers. Those were kept; the answers here were not sent.',
  ],
  KIND_CHANGED: [409, 'This question was answered as another kind. Make it a new question.'],
  FORM_INCOMPLETE: [422, 'Please fill in the following required fields'],
  // staff
  SIGN_IN_EXPIRED: [401, 'Please enter your password again.'],
  SET_UP_LINK_EXPIRED: [410, 'This link has been used or has expired. Ask for a new one.'],
  CODE_REQUIRED: [403, 'Please confirm with a current code.'],
  STEP_UP_REQUIRED: [403, 'Health notes are locked. Please unlock them first.'],
  PASSKEY_NOT_ACCEPTED: [400, 'This passkey was not accepted. Please try again, or use a code.'],
  DEMO_ACCOUNT: [
    403,
    'Every visitor of this demo signs in with this account, so its password, codes, passkeys and sessions stay.',
  ],
  PASSKEYS_UNAVAILABLE: [409, 'Passkeys need https and a domain name. Please use your password and a code.'],
  PASSKEY_NOT_FOUND: [404, 'This passkey was removed already.'],
  TOO_MANY_PASSKEYS: [409, 'You have 20 passkeys. Please remove one first.'],
  CLIENT_NOT_FOUND: [404, 'This client was not found.'],
  CLIENT_CHANGED: [409, 'This client was changed a moment ago. Please look again.'],
  POSSIBLE_DUPLICATE: [409, 'There may already be a record of this person.'],
  NO_EMAIL: [422, "There's no e-mail address."],
  CLASS_NOT_FOUND: [404, 'This class was not found.'],
  BOOKING_CHANGED: [409, 'This booking was changed a moment ago. Please look again.'],
  QUOTE_CHANGED: [409, 'The refund has changed since you opened this.'],
  NOT_CANCELLABLE: [409, 'Only a confirmed booking can be cancelled.'],
  NOT_STARTED: [409, "This session hasn't started yet."],
  WARNINGS_CHANGED: [409, 'Something is different from what you saw. Please look again.'],
  BEING_PAID: [409, 'This is being paid for right now.'],
  NOT_RESCHEDULABLE: [409, "A session that is over or cancelled can't be rescheduled."],
  TOO_LATE_TO_RESCHEDULE: [409, "It's too late to reschedule online. Please call us."],
  NO_RESCHEDULES_LEFT: [409, "You've rescheduled this twice. Please call us."],
  REFUND_TOO_LARGE: [422, "That's more than is left of this payment."],
  PAYMENT_LINK_EXPIRED: [410, 'This payment link has expired.'],
  NOTHING_TO_PAY: [422, 'Nothing is left to pay.'],
  MORE_THAN_BALANCE: [422, "That's more than the outstanding balance."],
  ALREADY_PAID: [409, 'It has already been paid.'],
  NOTE_SIGNED: [409, 'This note is signed. You can add to it.'],
  HAS_LOGIN: [409, 'This client has a login and can delete the account in Settings.'],
  MERGE_REFUSED: [409, 'These two records cannot be merged.'],
  NOTE_EMPTY: [422, "There's nothing in it yet."],
  PREVIEW_CHANGED: [409, 'Someone booked since you looked. Please look again.'],
  NOT_POSSIBLE: [409, 'That isn’t possible.'],
  SEATS_BOOKED: [409, 'People are booked in it.'],
  CLASS_NOT_OPEN: [409, 'That class isn’t open then.'],
  EVENT_NOT_FOUND: [404, 'This event was not found.'],
  EVENT_CHANGED: [409, 'This event was changed a moment ago. Please look again.'],
  POST_NOT_FOUND: [404, 'This post was not found.'],
  POST_CHANGED: [409, 'This post was changed elsewhere in the meantime.'],
  SLUG_TAKEN: [409, 'A post with this address exists. Please choose another title.'],
  SETTING_CHANGED: [409, 'This setting was changed a moment ago. Please look again.'],
  BOOKING_IN_PROGRESS: [503, 'Someone is booking right now. Please try again.'],
  ACTION_REUSED: [409, 'Something went wrong. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Returns the HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERRORS[code][0];
/** Returns the default message of a code. */
export const messageOf = (code: ErrorCode): string => ERRORS[code][1];
