/** Mails about a booking by their kind. Their subjects have amounts that staff may not see. */
const NAMES: Readonly<Record<string, string>> = {
  'booking-confirmed': 'Confirmation',
  'booked-for-you': 'Booked by you',
  rescheduled: 'New time',
  'booking-cancelled': 'Cancellation',
  reminder: 'Reminder',
  'form-reminder': 'Reminder of forms',
  'payment-link': 'Payment link',
  'balance-paid': 'Payment received',
  refund: 'Refund',
  'payment-refunded': 'Refund of the whole payment',
  'staff-message': 'Your message',
};

export const mailName = (kind: string): string => NAMES[kind] ?? 'E-mail';
