/** A contact with a client that is no visit, about which a note can be written. */
export const CONTACTS = ['PHONE', 'EMAIL', 'OTHER'] as const;
export type Contact = (typeof CONTACTS)[number];
export const CONTACT_NAMES: Readonly<Record<Contact, string>> = {
  PHONE: 'Phone call',
  EMAIL: 'E-mail',
  OTHER: 'Other note',
};
