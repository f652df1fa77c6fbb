import type * as schemas from './auth.schemas.ts';
import { call } from './call.ts';

type S = typeof schemas;

export const signIn = call<S['signIn']>()({
  method: 'POST',
  path: '/sign-in',
  access: 'public',
  limit: 'sign-in',
});
export const signUp = call<S['signUp']>()({
  method: 'POST',
  path: '/sign-up',
  access: 'public',
  limit: 'sign-up',
});
export const confirmSignUp = call<S['confirmSignUp']>()({
  method: 'POST',
  path: '/confirm-sign-up',
  access: 'public',
  limit: 'confirm-sign-up',
});
export const resendConfirmCode = call<S['resendConfirmCode']>()({
  method: 'POST',
  path: '/resend-confirm-code',
  access: 'public',
  limit: 'resend-code',
});
/** Ends the session at the server. It is a GET, but other sites are refused as for an unsafe method (rules.md §1). */
export const signOut = call<S['signOut']>()({
  method: 'GET',
  path: '/sign-out',
  access: 'public',
  limit: 'way-out',
});
export const refreshToken = call<S['refreshToken']>()({
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'public',
  limit: 'refresh-token',
});
export const forgotPassword = call<S['forgotPassword']>()({
  method: 'POST',
  path: '/forgot-password',
  access: 'public',
  limit: 'forgot-password',
  credentials: 'omit',
  plain_errors: true,
});
export const confirmNewPassword = call<S['confirmNewPassword']>()({
  method: 'POST',
  path: '/confirm-new-password',
  access: 'public',
  limit: 'confirm-new-password',
  credentials: 'omit',
  plain_errors: true,
});
/** Sets the password with the link of a code mail instead of its digits, and confirms the address if it was not yet. */
export const setPasswordByLink = call<S['setPasswordByLink']>()({
  method: 'POST',
  path: '/set-password-by-link',
  access: 'public',
  limit: 'password-link',
  credentials: 'omit',
  plain_errors: true,
});
/** Asks for another e-mail of the login, with the present password: the new address gets a code. */
export const changeEmail = call<S['changeEmail']>()({
  method: 'POST',
  path: '/auth/change-email',
  access: 'session',
  limit: 'write-user',
});
/** Moves the login to the address that the code proves, and ends its other sessions. */
export const confirmEmailChange = call<S['confirmEmailChange']>()({
  method: 'POST',
  path: '/auth/confirm-email-change',
  access: 'session',
  limit: 'write-user',
});
