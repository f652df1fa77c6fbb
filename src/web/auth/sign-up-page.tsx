import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { VisitorsOnly } from '#web/auth/visitors-only.tsx';
import type { Route } from './+types/sign-up-page.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { signUp } from '#contract/client.calls.ts';
import { validateNewPassword } from '#domain/people/password.ts';
import { call } from '#web/api/api.ts';
import { errorMessage, MESSAGES } from '#web/api/error-messages.ts';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { AuthFrame } from '#web/auth/auth-frame.tsx';
import { NewPasswordFields } from '#web/auth/new-password-fields.tsx';
import { useCoolDown } from '#web/auth/resend-button.tsx';
import { useCountdown } from '#web/auth/use-countdown.ts';
import { useFormValues, useHydrated } from '#web/api/use-form-values.ts';
import { usePendingVerification } from '#web/auth/use-pending-verification.ts';
import { VerifyForm } from '#web/auth/verify-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/** How long the verified notice is shown before the redirect to the sign-in page (product.md §9.1). */
const REDIRECT_SECONDS = 3;

const VERIFY_MESSAGES = {
  failed: 'Failed to confirm sign up',
  resent: MESSAGES.sign_in.code_sent,
  resendFailed: 'Failed to resend verification code',
};

/** Three steps: address and password, code, notice with a redirect to the sign-in page (product.md §4.4). */
function SignUpForm() {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const { form, values, set, field } = useFormValues({ email: '', password: '', confirm: '' });
  const [step, setStep] = useState<'credentials' | 'code' | 'verified'>('credentials');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const coolDown = useCoolDown();
  const email = values.email.trim();
  const setPending = usePendingVerification((pending) => {
    set({ email: pending.email });
    coolDown.start(pending.sent_at);
    setStep('code');
  });

  const submit = async () => {
    setNotice(null);
    const result = validateNewPassword(values.password, values.confirm);
    setRefused(result.ok ? null : result.message);
    if (!result.ok) return;
    setBusy(true);
    try {
      await call(signUp, { body: { username: email, password: values.password } });
      setPending({ email, sent_at: coolDown.start() });
      setStep('code');
    } catch (error) {
      const text = errorMessage(error, MESSAGES.sign_up.failed);
      if (text.includes('already exists')) set({ password: '', confirm: '' });
      setNotice({ tone: 'error', text });
    }
    setBusy(false);
  };

  const signInLink = (
    <Link to={`/sign-in${search}`} state={email ? { email } : null}>
      Already have an account
    </Link>
  );

  if (step === 'verified')
    return (
      <AuthFrame title="Welcome in" lede="One more page, and then the calendar is yours." picture="seat">
        <VerifiedNotice email={email} />
      </AuthFrame>
    );

  if (step === 'code')
    return (
      <AuthFrame
        title="Check your email"
        lede="Please enter the verification code sent to your email."
        picture="seat"
      >
        <VerifyForm
          messages={VERIFY_MESSAGES}
          onVerified={() => {
            setPending(null);
            setStep('verified');
          }}
          {...{ email, coolDown, notice, setNotice }}
        >
          <button
            type="button"
            onClick={() => {
              setPending(null);
              setNotice(null);
              setStep('credentials');
            }}
          >
            Use another email address
          </button>
          {signInLink}
        </VerifyForm>
      </AuthFrame>
    );

  return (
    <AuthFrame
      title="Make an account"
      lede="Two minutes now, and every booking after this is quick."
      picture="seat"
    >
      <AuthForm {...{ form, notice }} onSubmit={submit}>
        <TextField label="Email address" type="email" required autoComplete="username" {...field('email')} />
        <NewPasswordFields
          label="Password"
          password={field('password')}
          confirm={field('confirm')}
          error={refused}
        />
        <Button type="submit" size="lg" busy={busy} disabled={!hydrated}>
          {busy ? 'Signing up...' : 'Sign up'}
        </Button>
        <div className="auth-links">{signInLink}</div>
      </AuthForm>
    </AuthFrame>
  );
}

function VerifiedNotice({ email }: { email: string }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const left = useCountdown(REDIRECT_SECONDS, () => void navigate(`/sign-in${search}`, { state: { email } }));
  return (
    <Banner tone="note">
      Your email has been successfully verified! You will be redirected to the login page in {left} seconds...
    </Banner>
  );
}

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign up',
    description: 'Make an account to book visits, fill in forms and keep your notes.',
    path: '/sign-up',
  });

export default function SignUpPage() {
  return (
    <VisitorsOnly>
      <SignUpForm />
    </VisitorsOnly>
  );
}
