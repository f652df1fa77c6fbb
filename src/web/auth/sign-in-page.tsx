import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { VisitorsOnly } from '#web/auth/visitors-only.tsx';
import type { Route } from './+types/sign-in-page.ts';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { resendConfirmCode, signIn } from '#contract/client.calls.ts';
import { ApiError, call } from '#web/api/api.ts';
import { hasSession, notifyOtherTabs } from '#web/api/session-mark.ts';
import { errorMessage, MESSAGES } from '#web/api/error-messages.ts';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { AuthFrame } from '#web/auth/auth-frame.tsx';
import { useCoolDown } from '#web/auth/resend-button.tsx';
import { useFormValues, useHydrated } from '#web/api/use-form-values.ts';
import { VerifyForm } from '#web/auth/verify-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const TEXTS = MESSAGES.sign_in;
const VERIFY_MESSAGES = {
  failed: TEXTS.verification_failed,
  resent: TEXTS.code_sent,
  resendFailed: TEXTS.resend_failed,
};

/** Passed on by sign-up and by a new password; with the pass, the next sign-in counts as one of a known browser. */
type PassedState = { email?: unknown; sign_in_pass?: unknown };

/**
 * Signs in. The client of an unconfirmed account enters the code first and is then signed in with the password, which is
 * still in memory (product.md §4.2). The page decides what follows.
 */
function SignInForm() {
  const { search, state } = useLocation();
  const hydrated = useHydrated();
  const { form, values, set, field } = useFormValues({ email: '', password: '' });
  const [view, setView] = useState<'credentials' | 'code'>('credentials');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);
  const coolDown = useCoolDown();
  /** The address that the last code was sent to. */
  const codeSentTo = useRef<string | null>(null);
  const credentials = { username: values.email.trim(), password: values.password };

  const applyState = useEffectEvent(() => {
    const given = state as PassedState | null;
    if (typeof given?.email === 'string') set({ email: given.email });
  });
  // Read after mount, because a reload keeps this state, which the server never sees.
  useLayoutEffect(() => applyState(), []);

  const begin = async () => {
    const pass = (state as PassedState | null)?.sign_in_pass;
    const sign_in_pass = typeof pass === 'string' ? { sign_in_pass: pass } : {};
    await call(signIn, { body: { ...credentials, ...sign_in_pass } });
    if (!hasSession()) throw new Error(TEXTS.authentication_failed); // this browser blocks cookies
    notifyOtherTabs();
  };

  const requestCode = async () => {
    setView('code');
    setNotice({ tone: 'warn', text: TEXTS.verify_email });
    // A code was just sent, and another request would be refused.
    if (coolDown.isRunning() && codeSentTo.current === credentials.username) return;
    codeSentTo.current = credentials.username;
    try {
      await call(resendConfirmCode, { body: { email: credentials.username } });
      coolDown.start();
    } catch (error) {
      coolDown.startIfTooMany(errorMessage(error));
      setNotice({ tone: 'error', text: TEXTS.code_not_sent });
    }
  };

  const submit = async () => {
    setNotice(null);
    setBusy(true);
    try {
      await begin();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UserNotConfirmedException') await requestCode();
      else setNotice({ tone: 'error', text: errorMessage(error, TEXTS.failed) });
    }
    setBusy(false);
  };

  const signInAfterCode = async () => {
    try {
      await begin();
    } catch (error) {
      setView('credentials');
      setNotice({ tone: 'error', text: errorMessage(error, TEXTS.failed) });
    }
  };

  if (view === 'code')
    return (
      <AuthFrame
        title="Check your email"
        lede="Please enter the verification code sent to your email."
        picture="garden"
      >
        <VerifyForm
          email={credentials.username}
          messages={VERIFY_MESSAGES}
          onVerified={signInAfterCode}
          {...{ coolDown, notice, setNotice }}
        >
          <button
            type="button"
            onClick={() => {
              setNotice(null);
              setView('credentials');
            }}
          >
            Back to sign in
          </button>
        </VerifyForm>
      </AuthFrame>
    );

  return (
    <AuthFrame
      title="Welcome back"
      lede="Your visits, forms and notes are where you left them."
      picture="garden"
    >
      <AuthForm {...{ form, notice }} onSubmit={submit}>
        <TextField label="Email address" type="email" required autoComplete="username" {...field('email')} />
        <PasswordField label="Password" required autoComplete="current-password" {...field('password')} />
        <Button type="submit" size="lg" busy={busy} disabled={!hydrated}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
        <div className="auth-links">
          <Link to={`/forgot-password${search}`} state={{ email: values.email }}>
            Forgot password?
          </Link>
          <Link to={`/sign-up${search}`}>Create Account</Link>
        </div>
      </AuthForm>
    </AuthFrame>
  );
}

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign in',
    description: 'Sign in to see your visits, forms and notes.',
    path: '/sign-in',
  });

export default function SignInPage() {
  return (
    <VisitorsOnly>
      <SignInForm />
    </VisitorsOnly>
  );
}
