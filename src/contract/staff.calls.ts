import { call } from './call.ts';
import type * as schemas from './staff.schemas.ts';

type S = typeof schemas;

// Own files for the staff area's calls, so that no page of a client loads them.

export const staffSignIn = call<S['staffSignIn']>()({
  method: 'POST',
  path: '/api/staff/sign-in',
  access: 'public',
  limit: 'staff-sign-in',
});
/** Answers the password with a code; the pending sign-in is a cookie of 5 minutes. */
export const staffSignInCode = call<S['staffSignInCode']>()({
  method: 'POST',
  path: '/api/staff/sign-in/code',
  access: 'public',
  limit: 'staff-code',
});
/** Options of the browser's passkey prompt. SIGN_IN is public, the other purposes need a staff session. */
export const staffPasskeyChallenge = call<S['staffPasskeyChallenge']>()({
  method: 'POST',
  path: '/api/staff/passkey-challenges',
  access: 'public',
  limit: 'staff-passkey-prompt',
});
/** Replaces password and code. */
export const staffSignInPasskey = call<S['staffSignInPasskey']>()({
  method: 'POST',
  path: '/api/staff/sign-in/passkey',
  access: 'public',
  limit: 'staff-passkey',
});
/** Sandbox only: the demo owner's next unused code. */
export const staffDemoCode = call<S['staffDemoCode']>()({
  method: 'GET',
  path: '/api/staff/demo-code',
  access: 'public',
  limit: 'demo-code',
});
export const staffSignOut = call<S['staffSignOut']>()({
  method: 'POST',
  path: '/api/staff/sign-out',
  access: 'staff',
  no_action: 'own-access',
  open_to_demo: 'this-session',
  limit: 'way-out',
});
/** Opens health data for a while and replaces the token of the session. */
export const staffUnlock = call<S['staffUnlock']>()({
  method: 'POST',
  path: '/api/staff/unlock',
  access: 'staff',
  no_action: 'own-access',
  open_to_demo: 'this-session',
  limit: 'staff-security',
});
export const staffLock = call<S['staffLock']>()({
  method: 'POST',
  path: '/api/staff/lock',
  access: 'staff',
  no_action: 'own-access',
  open_to_demo: 'this-session',
  limit: 'way-out',
});
export const staffMe = call<S['staffMe']>()({ method: 'GET', path: '/api/staff/me', access: 'staff' });
export const staffSetUp = call<S['staffSetUp']>()({
  method: 'GET',
  path: '/api/staff/set-up/:token',
  access: 'public',
  limit: 'staff-set-up',
});
export const staffSetUpTotp = call<S['staffSetUpTotp']>()({
  method: 'POST',
  path: '/api/staff/set-up/:token/totp',
  access: 'public',
  limit: 'staff-set-up',
});
export const staffFinishSetUp = call<S['staffFinishSetUp']>()({
  method: 'POST',
  path: '/api/staff/set-up/:token',
  access: 'public',
  limit: 'staff-set-up',
});
export const staffSecurity = call<S['staffSecurity']>()({
  method: 'GET',
  path: '/api/staff/security',
  access: 'staff',
});
export const staffChangePassword = call<S['staffChangePassword']>()({
  method: 'POST',
  path: '/api/staff/security/password',
  access: 'staff',
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffOfferTotp = call<S['staffOfferTotp']>()({
  method: 'POST',
  path: '/api/staff/security/totp',
  access: 'staff',
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffConfirmTotp = call<S['staffConfirmTotp']>()({
  method: 'POST',
  path: '/api/staff/security/totp/confirm',
  access: 'staff',
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffNewRecoveryCodes = call<S['staffNewRecoveryCodes']>()({
  method: 'POST',
  path: '/api/staff/security/recovery-codes',
  access: 'staff',
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffAddPasskey = call<S['staffAddPasskey']>()({
  method: 'POST',
  path: '/api/staff/security/passkeys',
  access: 'staff',
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffRemovePasskey = call<S['staffRemovePasskey']>()({
  method: 'DELETE',
  path: '/api/staff/security/passkeys/:id',
  access: 'staff',
  no_action: 'own-access',
  limit: 'staff-security',
});
export const staffEndSession = call<S['staffEndSession']>()({
  method: 'DELETE',
  path: '/api/staff/security/sessions/:id',
  access: 'staff',
  no_action: 'own-access',
  limit: 'way-out',
});
/** Ends all sessions of the member but this one, and the sign-ins that wait for a code. */
export const staffEndOtherSessions = call<S['staffEndOtherSessions']>()({
  method: 'DELETE',
  path: '/api/staff/security/sessions',
  access: 'staff',
  no_action: 'own-access',
  limit: 'way-out',
});
export const staffAuditLog = call<S['staffAuditLog']>()({
  method: 'GET',
  path: '/api/staff/audit-log',
  access: 'staff',
});
