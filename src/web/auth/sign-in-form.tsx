import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { resendConfirmCode, signIn } from '#contract/auth.calls.ts';
import { ApiError, call } from '#web/client/api.ts';
import { hasSession, notifyOtherTabs } from '#web/client/session-mark.ts';
import { MESSAGES, errorMessage } from '#web/client/error-messages.ts';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { AuthFrame } from '#web/auth/auth-frame.tsx';
import { useCoolDown } from '#web/auth/resend-button.tsx';
import { useFormValues, useHydrated } from '#web/client/use-form-values.ts';
import { VerifyForm } from '#web/auth/verify-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const WORDS = MESSAGES.sign_in;
const VERIFY_MESSAGES = {
  failed: WORDS.verification_failed,
  resent: WORDS.code_sent,
  resendFailed: WORDS.resend_failed,
};

/** From sign-up, or with a new password: then the next sign-in counts as one of a known browser. */
type HandedOver = { email?: unknown; sign_in_pass?: unknown };

/**
 * Signs in. An unconfirmed account enters its code first and is then signed in with the password that is still in memory
 * (product.md §4.2). The page decides what follows.
 */
export function SignInForm() {
  const { search, state } = useLocation();
  const hydrated = useHydrated();
  const { form, values, set, field } = useFormValues({ email: '', password: '' });
  const [view, setView] = useState<'credentials' | 'code'>('credentials');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);
  const coolDown = useCoolDown();
  /** The address that the code step was for last. */
  const codeStepOf = useRef<string | null>(null);
  const credentials = { username: values.email.trim(), password: values.password };

  const takeOver = useEffectEvent(() => {
    const given = state as HandedOver | null;
    if (typeof given?.email === 'string') set({ email: given.email });
  });
  // Sign-up and a new password hand over the address; read after mount, because a reload keeps the state that the server never sees.
  useLayoutEffect(() => takeOver(), []);

  const begin = async () => {
    const pass = (state as HandedOver | null)?.sign_in_pass;
    const sign_in_pass = typeof pass === 'string' ? { sign_in_pass: pass } : {};
    await call(signIn, { body: { ...credentials, ...sign_in_pass } });
    if (!hasSession()) throw new Error(WORDS.authentication_failed); // cookies are refused by this browser
    notifyOtherTabs();
  };

  const askForCode = async () => {
    setView('code');
    setNotice({ tone: 'warn', text: WORDS.verify_email });
    // A code is on its way already, and another one would be refused.
    if (coolDown.isRunning() && codeStepOf.current === credentials.username) return;
    codeStepOf.current = credentials.username;
    try {
      await call(resendConfirmCode, { body: { email: credentials.username } });
      coolDown.start();
    } catch (error) {
      coolDown.startIfTooMany(errorMessage(error));
      setNotice({ tone: 'error', text: WORDS.code_not_sent });
    }
  };

  const submit = async () => {
    setNotice(null);
    setBusy(true);
    try {
      await begin();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UserNotConfirmedException') await askForCode();
      else setNotice({ tone: 'error', text: errorMessage(error, WORDS.failed) });
    }
    setBusy(false);
  };

  const afterCode = async () => {
    try {
      await begin();
    } catch (error) {
      setView('credentials');
      setNotice({ tone: 'error', text: errorMessage(error, WORDS.failed) });
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
          words={VERIFY_MESSAGES}
          onVerified={afterCode}
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
