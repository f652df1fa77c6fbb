export type Screen =
  | 'Landing'
  | 'Header'
  | 'About'
  | 'Blog'
  | 'Post'
  | 'Events'
  | 'Coming soon'
  | 'Not found'
  | 'Services'
  | 'Availability'
  | 'Cart'
  | 'Checkout'
  | 'Sign in'
  | 'Sign up'
  | 'Forgot password'
  | 'Create account'
  | 'Profile'
  | 'Overview'
  | 'Schedule'
  | 'Journey'
  | 'Notes'
  | 'Settings'
  | 'Photo'
  | 'Resources';

type TextRow = {
  screen: Screen;
  /** What has to be done to see it; a test that does it calls `expectTexts(page, screen, state)`. */
  state: string;
  /** To the letter as in docs/product.md. */
  text: string;
};

const rows = (screen: Screen, states: Record<string, readonly string[]>): TextRow[] =>
  Object.entries(states).flatMap(([state, texts]) => texts.map((text) => ({ screen, state, text })));

/**
 * The exact texts of docs/product.md, by screen and state. tests/docs/product-texts.test.ts compares the two;
 * tests/docs/product-texts.test.ts requires that a test checks each state.
 */
export const TEXTS: readonly TextRow[] = [
  ...rows('Landing', {
    visitor: ['Your path towards Health & Wellness', 'Start your Journey'],
    client: ['Continue your Journey'],
  }),
  ...rows('Header', {
    visitor: ['Services', 'Store', 'Blog', 'Events', 'About', 'Sign in', 'Sign up'],
    'services menu': ['Ayurveda', 'Herbalism', 'Yoga'],
    'about menu': ['Healing Philosophy', 'My Story', 'Services', 'FAQ', 'Testimonials'],
    client: ['Cart', 'Profile'],
    'drawer of a visitor': ['Services', 'Store', 'Blog', 'Events', 'About', 'Sign in', 'Sign up'],
    'drawer of a client': ['Services', 'Store', 'Blog', 'Events', 'About', 'Cart', 'Profile', 'Sign Out'],
  }),
  ...rows('About', {
    shown: ['Healing Philosophy', 'My Story', 'Services', 'FAQ', 'Testimonials'],
  }),
  ...rows('Blog', {
    list: ['Blog', 'Discover and explore various topics on healing.'],
    empty: ['No blog posts available yet.'],
    failed: ['Failed to fetch blogs', 'Try again'],
  }),
  ...rows('Post', {
    shown: ['Back to Blog List'],
    unknown: [
      'Blog Post Not Found',
      'The blog post you are looking for does not exist.',
      'Return to Blog List',
    ],
  }),
  ...rows('Events', {
    shown: ['Events', 'Previous month', 'Next month', 'Today'],
  }),
  ...rows('Coming soon', { shown: ['Coming Soon.'] }),
  ...rows('Not found', { shown: ['404', 'Page Not Found'] }),
  ...rows('Services', {
    visitor: ['All Services', 'Ayurveda', 'Herbalism', 'Yoga', 'Sign In To Add To Cart'],
    'without record': ['Finish Your Account'],
    client: ['See Availability'],
    failed: ['Failed to fetch services', 'Try again'],
  }),
  ...rows('Availability', {
    nameless: ['Select Time Slot'],
    loading: ['Loading...'],
    'loading slots': ['Loading slots...'],
    slots: ['Book Slot'],
    'of a class': ['Duration: 75 min ({n} spots available)'],
    full: ['No Spots Available'],
    'broken slot': ['Invalid Slot', 'Invalid slot data'],
    'spots unknown': ['Unavailable'],
    'in cart': ['Slot In Cart'],
    overlap: ['Service Conflict'],
    'same day': ['Cannot book same-day appointments'],
    'too far': ['This date is too far in the future to book'],
    'day without times': ['No available slots for this date'],
    'slots failed': ['Failed to fetch slots'],
  }),
  ...rows('Cart', {
    empty: ['Your cart is empty', 'Explore More Services'],
    full: ['Subtotal', 'Taxes will be calculated at checkout.', 'Checkout', 'Browse Services'],
    'sliding scale': ['Understanding Our Sliding Scale'],
    working: ['Loading Stripe...'],
    conflict: [
      'Booking Conflict',
      "We're sorry, but this time slot has just been booked by someone else. We'll remove it from your cart so you can select another time.",
    ],
    'not created': ['Booking Conflict', 'Failed to create checkout session'],
    'no url': ['Booking Conflict', 'No checkout URL received from server'],
    // 'An unexpected error occurred' is for what is thrown and is no error: nothing in the browser throws such a thing,
    // so src/web/checkout/conflicts.test.ts looks at it.
    'unreadable answer': ['Booking Conflict', 'An error occurred during checkout'],
  }),
  ...rows('Checkout', {
    success: [
      'Payment Successful!',
      'Thank you for your purchase. Your order has been confirmed.',
      'Return to Home',
    ],
    cancelled: [
      'Checkout Cancelled',
      'Your payment was not completed. You can try again or contact for support.',
      'Return to Cart',
    ],
  }),
  ...rows('Sign in', {
    empty: ['Email address', 'Password', 'Forgot password?', 'Create Account', 'Sign in'],
    working: ['Signing in...'],
    failed: ['Failed to sign in'],
    'without cookies': ['Authentication failed'],
    unverified: [
      'Please verify your email to continue',
      'Please enter the verification code sent to your email.',
      'Verification Code',
      'Verify Email',
      'Back to sign in',
    ],
    'code not sent': ['Failed to send verification code. Please try again.', 'Resend confirmation code'],
    verifying: ['Verifying...'],
    'cooling down': ['Resend code in {n}s'],
    'verification failed': ['Failed to verify email'],
    'resend failed': ['Failed to resend code'],
    resent: ['A new verification code has been sent to your email'],
  }),
  ...rows('Sign up', {
    empty: ['Email address', 'Password', 'Confirm password', 'Already have an account'],
    failed: ['Failed to sign up'],
    'unreadable answer': ['An unexpected error occurred'],
    differ: ['Passwords do not match'],
    code: ['Verification Code', 'Verify Email', 'Resend code in {n}s'],
    'resend failed': ['Failed to resend verification code'],
    'confirm failed': ['Failed to confirm sign up'],
    verified: [
      'Your email has been successfully verified! You will be redirected to the login page in {n} seconds...',
    ],
  }),
  ...rows('Forgot password', {
    empty: ['Send Reset Code', 'I remember my password'],
    'send failed': ['Failed to send reset code'],
    reset: [
      'If your email exists in our system, a verification code has been sent to it',
      'Verification Code',
      'New password',
      'Confirm password',
      'Reset Password',
      'Back to email address',
    ],
    'cooled down': ['Resend verification code'],
    'resend failed': ['Failed to resend code'],
    resent: ['If your email exists in our system, a new verification code has been sent to it'],
    differ: ['Passwords do not match'],
    short: ['Password must be at least 8 characters long'],
    'reset failed': ['Failed to reset password'],
    done: ['Password has been reset successfully! You can now sign in with your new password.'],
  }),
  ...rows('Create account', {
    empty: [
      'SignOut',
      'First name',
      'Last name',
      'Pronouns',
      'Birthday',
      'Phone',
      'Street number',
      'Street name',
      'City',
      'State',
      'ZIP',
    ],
    refused: ['Address validation failed'],
    suggestion: ['Edit Address', 'Use Suggested Address'],
    failed: ['Failed to create user'],
  }),
  ...rows('Profile', {
    sidebar: ['Overview', 'Schedule', 'Journey', 'Forms', 'Messages'],
    'bottom bar': ['Overview', 'Schedule', 'Journey', 'Resources', 'Messages', 'Settings'],
    menu: ['Settings', 'Sign Out'],
    nameless: ['User Not Found'],
    messages: ['No new messages'],
    'fetch failed': ['Failed to fetch user data: no connection', 'Try again'],
    'sign out failed': ['Failed to sign out'],
  }),
  ...rows('Overview', {
    client: [
      'A series of small steps that takes you to a different place',
      'Journey',
      'Upcoming',
      'Forms',
      'Messages',
      'Wellness Journey Started',
      'No new messages',
    ],
    'new client': ['No upcoming bookings', 'No new messages'],
    'nothing at all': [
      'No wellness journey started yet.',
      'No upcoming bookings',
      'No Forms Required',
      'No new messages',
    ],
    failed: ['Failed to fetch bookings', 'Try again'],
    'unreadable answer': ['An unknown error occurred', 'Try again'],
  }),
  ...rows('Schedule', {
    shown: ['Schedule', 'Previous month', 'Next month', 'Today'],
    empty: ['No upcoming bookings', 'No bookings for this date'],
    'of every status': ['CONFIRMED', 'PENDING', 'CANCELLED', 'COMPLETED', 'WAITLISTED', 'NO_SHOW'],
  }),
  ...rows('Journey', {
    cards: ['Journey', 'Practitioner notes available', 'Your notes'],
    start: ['Wellness Journey Started', 'This marks the beginning of your wellness journey!'],
    step: ['Practitioner Notes', 'Your Reflections', 'Close'],
    empty: ['No wellness journey started yet.'],
  }),
  ...rows('Notes', {
    none: ['No personal notes yet.', 'Add Notes'],
    writing: ['Bold', 'Italic', 'Underline', 'Ordered list', 'Bullet list', 'Link', 'Save Notes', 'Cancel'],
    'save failed': ['Server responded with status: 500'],
    saved: ['Edit Notes'],
    'bad picture': ['This picture could not be read. Please choose a PNG or JPEG file.'],
    'changed elsewhere': [
      'This note was changed elsewhere in the meantime. Please choose which version stays.',
    ],
  }),
  ...rows('Settings', {
    shown: [
      'Edit photo',
      'Edit Profile',
      'Personal Information',
      'Name',
      'Pronouns',
      'Email',
      'Phone',
      'Birthdate',
      'Address',
      'Delete Account',
    ],
    'no date': ['Invalid Date'],
    saved: ['Profile updated successfully'],
    'save failed': ['Failed to update user'],
    'unreadable answer': ['An unexpected error occurred. Please try again.'],
    'delete question': [
      'Are you sure you want to delete your account? This action cannot be undone. This will permanently delete your profile and remove all of your data.',
    ],
    'delete failed': ['Failed to delete user'],
  }),
  ...rows('Photo', {
    open: ['Profile Photo', 'Choose Photo', 'Save Photo', 'Cancel'],
    uploading: ['Uploading...'],
    'wrong type': ['Please select a JPG/JPEG image file'],
    'too large': ['File too large (5.01 MB). Please select an image under 5 MB.'],
    'no address': ['Failed to get upload URL'],
    refused: ['Failed to upload image: Forbidden'],
    lost: ['Failed to upload photo. Please try again.'],
    'not taken over': ['Failed to update profile'],
  }),
  ...rows('Resources', {
    lists: [
      'Needed for booking on: {date}',
      'Resources',
      'Required Forms',
      'Service-Specific Forms',
      'Global Forms',
      'Completed Forms',
    ],
    empty: ['No forms available at this time.'],
    'load failed': ['Error loading forms: Failed to fetch forms', 'Try again'],
    unsigned: ['Select an option', 'Sign above using mouse or touch', 'Clear', 'Submit Form'],
    signed: ['Signature saved'],
    'unknown type': ['Unsupported question type: SMILEY'],
    incomplete: [
      'Please fill in the following required fields: Our visits support everyday wellbeing. They do not diagnose, treat or replace medical care., I have read and agree to these, Touch during classes and sessions, Signature',
    ],
    'of nobody': ['Missing user data or form information'],
    submitting: ['Submitting...'],
    'submit failed': ['Failed to submit form'],
    submitted: ['Form submitted successfully!'],
  }),
];
