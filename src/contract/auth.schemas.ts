import { z } from 'zod';
import type { CallSchemas } from './schemas.ts';

const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address.'));
/** Upper bound only: the policy of spec §5 is judged by the domain, so that its words are given. */
const password = z.string().max(1024);
const code = z.string().trim().min(1, 'Please enter the verification code.').max(20);
const outcome = z.object({ message: z.string() });

export const signIn = {
  body: z.object({ username: email, password }),
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
export const forgotPassword = { body: z.object({ email }), answer: outcome } satisfies CallSchemas;
export const confirmNewPassword = {
  body: z.object({ email, confirmationCode: code, password }),
  answer: outcome,
} satisfies CallSchemas;
