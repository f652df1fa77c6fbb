import type * as schemas from './auth.schemas.ts';
import { call } from './call.ts';
import type { Gives, Takes } from './schemas.ts';

type S = typeof schemas;

export const signIn = call<Takes<S['signIn']>, Gives<S['signIn']>>({
  method: 'POST',
  path: '/sign-in',
  access: 'public',
});
export const signUp = call<Takes<S['signUp']>, Gives<S['signUp']>>({
  method: 'POST',
  path: '/sign-up',
  access: 'public',
});
export const confirmSignUp = call<Takes<S['confirmSignUp']>, Gives<S['confirmSignUp']>>({
  method: 'POST',
  path: '/confirm-sign-up',
  access: 'public',
});
export const resendConfirmCode = call<Takes<S['resendConfirmCode']>, Gives<S['resendConfirmCode']>>({
  method: 'POST',
  path: '/resend-confirm-code',
  access: 'public',
});
/** Ends the session at the server. It is a GET, but other sites are refused as for an unsafe method (rules.md §1). */
export const signOut = call<Takes<S['signOut']>, undefined>({
  method: 'GET',
  path: '/sign-out',
  access: 'public',
});
export const refreshToken = call<Takes<S['refreshToken']>, undefined>({
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'public',
});
export const forgotPassword = call<Takes<S['forgotPassword']>, Gives<S['forgotPassword']>>({
  method: 'POST',
  path: '/forgot-password',
  access: 'public',
  credentials: 'omit',
  plain_errors: true,
});
export const confirmNewPassword = call<Takes<S['confirmNewPassword']>, Gives<S['confirmNewPassword']>>({
  method: 'POST',
  path: '/confirm-new-password',
  access: 'public',
  credentials: 'omit',
  plain_errors: true,
});
/** Sets the password with the link of a code mail instead of its digits, and confirms the address if it was not yet. */
export const setPasswordByLink = call<Takes<S['setPasswordByLink']>, Gives<S['setPasswordByLink']>>({
  method: 'POST',
  path: '/set-password-by-link',
  access: 'public',
  credentials: 'omit',
  plain_errors: true,
});
