import { z } from 'zod';
import {
  email,
  instant,
  localDate,
  message,
  opaque,
  personName,
  phone,
  text,
  type CallSchemas,
} from './schemas.ts';

export const address = z.object({
  street_number: z.string(),
  route: z.string(),
  subpremise: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  /** The check does not know it, and it was kept all the same. */
  unverified: z.literal(true).optional(),
});

/** A user (product.md §3.1). */
const user = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  pronouns: z.string().nullable(),
  birthdate: localDate.nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  photo: z.string().nullable(),
  address: address.nullable(),
  cognito_sub: z.string(),
  stripe_id: z.string().nullable(),
  created_at: instant,
  house_call_approved: z.boolean(),
  /** When the client asked for house calls, while the practice has not answered. */
  house_call_requested_at: instant.nullable(),
  /** Staff let them book as a known client. */
  marked_known: z.boolean(),
});
export type User = z.infer<typeof user>;

export const addressInput = z
  .object({
    street_number: text(20),
    route: text(120),
    subpremise: text(40),
    city: text(80),
    state: text(40),
    zip_code: text(16),
    unverified: z.boolean(),
  })
  .partial();
/** The fields that a client may write; the server sets all others. */
const writable = {
  first_name: personName.optional(),
  last_name: personName.optional(),
  pronouns: text(40, 'Please enter your pronouns'),
  birthdate: text(40, 'Please enter your birthday'),
  phone: phone('Please enter your phone number'),
  address: addressInput.nullish(),
};

export const getUser = {
  answer: z.object({
    data: user.nullable(),
    message: z.string(),
    contact_email: z.string(),
    email: z.string(),
    /** The provider of the payment page. 'sandbox': this site's own page, which charges no card. */
    payment_provider: z.enum(['Stripe', 'sandbox']),
    /** A completed visit, or marked by staff: may book what is for known clients. */
    is_known: z.boolean(),
  }),
} satisfies CallSchemas;
export const createUser = {
  body: z.object(writable),
  answer: z.object({ message: z.string(), data: user }),
  status: 201,
} satisfies CallSchemas;
export const updateUser = {
  /** Another e-mail is refused: the login has to prove it (change-email). */
  body: z.object({ ...writable, email }).partial(),
  answer: z.object({ message: z.string(), data: user }),
} satisfies CallSchemas;
/** Gives a record that the practice keeps to the login that proves the invited address (rules.md §9). */
export const phoneEnding = z.string().regex(/^\d{4}$/, 'Please enter four digits.');
export const claimRecord = {
  body: z.object({
    token: opaque(200),
    /** The last four digits of the phone number in the record, if it has one: CODE_REQUIRED asks for them. */
    phone_ending: phoneEnding.optional(),
  }),
  answer: z.object({ message: z.string(), data: user }),
} satisfies CallSchemas;
export const requestHouseCalls = {
  answer: z.object({ requested_at: instant }),
} satisfies CallSchemas;
export const accessLog = {
  answer: z.object({
    /** Newest first, at most 100; one for each day, member and object. */
    reads: z.array(
      z.object({
        at: instant,
        /** The name of the member of staff. */
        by: z.string(),
        /** FILE: everything at once, as a file. */
        kind: z.enum(['ANSWERS', 'REFLECTION', 'FILE']),
        /** Of the form, or of the visit's service; null for a file, and where it is gone. */
        name: z.string().nullable(),
        /** The start of the visit that a reflection is about. */
        visit_start: instant.nullable(),
      }),
    ),
  }),
} satisfies CallSchemas;
export type AccessLog = z.infer<(typeof accessLog)['answer']>;
export const deleteUser = { answer: message } satisfies CallSchemas;
export const getPresignedUrl = {
  body: z.object({
    fileName: text(255),
    fileType: text(100),
    /** Bytes, optional. If given, the upload must have exactly this size. */
    fileSize: z.number().int().positive().max(1_000_000_000).optional(),
  }),
  answer: z.object({ uploadUrl: z.string(), photoUrl: z.string() }),
} satisfies CallSchemas;
export const updateProfilePhoto = {
  body: z.object({ photoUrl: text(2000) }),
  answer: z.object({ message: z.string(), photo: z.string() }),
} satisfies CallSchemas;
export const validateAddress = {
  body: z
    .object({
      /** What `street` begins with, so that no reader has to guess it. */
      street_number: text(20),
      street: text(160),
      unit: text(40),
      city: text(80),
      state: text(40),
      zip_code: text(16),
    })
    .partial(),
  answer: z.object({
    status: z.enum(['FIX', 'CONFIRM', 'ACCEPT']),
    missing_components: z.record(z.string(), z.string()),
    validated_address: address.nullable(),
    /** With FIX: what may be kept all the same; null if a part is missing. */
    unverified_address: address.nullish(),
  }),
} satisfies CallSchemas;
