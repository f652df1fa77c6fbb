import { z } from 'zod';
import { email, opaque, text, type CallSchemas } from './schemas.ts';

/** Only an upper bound: the domain validates the policy of product.md §5.2 and names the rule that fails. */
const password = opaque(1024);
const code = text(20).min(1, 'Please enter the verification code.');
const outcome = z.object({ message: z.string() });
/**
 * A new password gives the client this pass. For ten minutes, a sign-in with it counts as one from a known browser, so
 * that an attacker cannot lock the owner out in between (docs/decisions/0017).
 */
const sign_in_pass = z
  .string()
  .max(200)
  .regex(/^[\w.-]*$/, 'Please sign in without it.');
/** Identifies the request that a reset code belongs to (docs/decisions/0018). */
const reset_id = z
  .string()
  .max(64)
  .regex(/^[\w-]*$/, 'Please request a new code.');

const link_key = z
  .string()
  .max(64)
  .regex(/^[\w-]*$/, 'Please open the link in the mail again.');

export const signIn = {
  body: z.object({ username: email, password, sign_in_pass: sign_in_pass.optional() }),
  answer: z.object({ message: z.string(), code: z.string().optional() }),
} satisfies CallSchemas;
export const signUp = {
  body: z.object({ username: email, password }),
  answer: outcome,
  status: 201,
} satisfies CallSchemas;
export const confirmSignUp = {
  body: z.object({ email, confirmation_code: code }),
  answer: outcome,
} satisfies CallSchemas;
export const resendConfirmCode = { body: z.object({ email }), answer: outcome } satisfies CallSchemas;
export const signOut = { status: 204 } satisfies CallSchemas;
export const refreshToken = { status: 204 } satisfies CallSchemas;
export const forgotPassword = {
  body: z.object({ email }),
  answer: outcome.extend({ reset_id: reset_id.optional() }),
} satisfies CallSchemas;
export const confirmNewPassword = {
  body: z.object({ email, confirmationCode: code, password, reset_id: reset_id.optional() }),
  answer: outcome.extend({ sign_in_pass: sign_in_pass.optional() }),
} satisfies CallSchemas;
export const changeEmail = { body: z.object({ email, password }), answer: outcome } satisfies CallSchemas;
export const confirmEmailChange = {
  body: z.object({ email, confirmation_code: code }),
  answer: outcome.extend({ email: z.string() }),
} satisfies CallSchemas;
/** The key is part of the link in a code mail. */
export const setPasswordByLink = {
  body: z.object({ key: link_key, password }),
  answer: outcome.extend({ email: z.string(), sign_in_pass: sign_in_pass.optional() }),
} satisfies CallSchemas;
