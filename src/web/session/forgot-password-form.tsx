import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { confirmNewPassword, forgotPassword } from '#contract/auth.calls.ts';
import { judgeResetPassword } from '#domain/password.ts';
import { call } from '#web/api.ts';
import { MESSAGES } from '#web/messages.ts';
import { AuthForm, type Notice } from '#web/session/auth-form.tsx';
import { AuthFrame } from '#web/session/auth-frame.tsx';
import { CodeField } from '#web/session/code-field.tsx';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { ResendButton, useCoolDown } from '#web/session/resend-button.tsx';
import { isInvalidCode, isUnanswered, PERHAPS_DONE, stepWords } from '#web/session/step-words.ts';
import { useCountdown } from '#web/session/use-countdown.ts';
import { useFormValues, useHydrated } from '#web/session/use-form-values.ts';
import { useWaitingCode } from '#web/session/use-waiting-code.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

const WORDS = MESSAGES.reset;
/** How long the success message stands before the sign-in page (spec §9). */
const REDIRECT_SECONDS = 3;

/** Address, then code and new password, then the way back to the sign-in page (spec §4). */
export function ForgotPasswordForm() {
  const { search, state } = useLocation();
  const hydrated = useHydrated();
  const { form, values, set, field } = useFormValues({ email: '', code: '', password: '', confirm: '' });
  const [step, setStep] = useState<'email' | 'reset' | 'done'>('email');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState<'sending' | 'resetting' | null>(null);
  const unanswered = useRef(false);
  const coolDown = useCoolDown();
  const email = values.email.trim();
  const keepWaiting = useWaitingCode((waiting) => {
    set({ email: waiting.email });
    coolDown.start(waiting.sent_at);
    setStep('reset');
    setNotice({ tone: 'note', text: WORDS.sent });
  });

  const takeOver = useEffectEvent(() => {
    const given = (state as { email?: unknown } | null)?.email;
    if (typeof given === 'string' && given !== '' && step === 'email') set({ email: given });
  });
  // Sign-in hands over what was typed; read after mount, because a reload keeps the state that the server never sees.
  useLayoutEffect(() => takeOver(), []);

  const send = async (sent: string, failed: string) => {
    setNotice(null);
    setBusy('sending');
    try {
      await call(forgotPassword, { body: { email } });
      keepWaiting({ email, sent_at: coolDown.start() });
      setStep('reset');
      setNotice({ tone: 'note', text: sent });
    } catch (error) {
      const text = stepWords(error, forgotPassword, failed);
      coolDown.startIfTooMany(text);
      setNotice({ tone: 'error', text });
    }
    setBusy(null);
  };

  const reset = async () => {
    setNotice(null);
    const judged = judgeResetPassword(values.password, values.confirm);
    setRefused(judged.ok ? null : judged.message);
    if (!judged.ok) return;
    setBusy('resetting');
    try {
      await call(confirmNewPassword, {
        body: { email, confirmationCode: values.code, password: values.password },
      });
      keepWaiting(null);
      setStep('done');
    } catch (error) {
      let text = stepWords(error, confirmNewPassword, WORDS.reset_failed);
      unanswered.current ||= isUnanswered(error);
      if (isInvalidCode(text)) {
        if (unanswered.current) text += ` ${PERHAPS_DONE}`;
        set({ code: '' });
      }
      coolDown.startIfTooMany(text);
      setNotice({ tone: 'error', text });
    }
    setBusy(null);
  };

  const submit = () => (step === 'email' ? send(WORDS.sent, WORDS.send_failed) : reset());

  if (step === 'done')
    return (
      <AuthFrame title="All set" lede="You are being taken to the sign-in page." picture="garden">
        <DoneNotice email={email} />
      </AuthFrame>
    );

  return (
    <AuthFrame
      title={step === 'email' ? 'Forgot your password?' : 'Choose a new password'}
      lede={
        step === 'email'
          ? 'It happens. Tell us your address and we will send you a code.'
          : 'The code is in your mail; it is good for ten minutes.'
      }
      picture="garden"
    >
      <AuthForm {...{ form, notice }} onSubmit={submit}>
        {step === 'email' ? (
          <>
            <TextField
              label="Email address"
              type="email"
              required
              autoComplete="username"
              {...field('email')}
            />
            <Button type="submit" size="lg" busy={busy !== null} disabled={!hydrated}>
              {busy ? 'Sending...' : 'Send Reset Code'}
            </Button>
            <div className="auth-links">
              <Link to={`/sign-in${search}`} state={email ? { email } : null}>
                I remember my password
              </Link>
            </div>
          </>
        ) : (
          <>
            {/* For password managers: which account the new password belongs to. */}
            <input type="email" className="sr-only" autoComplete="username" value={email} readOnly hidden />
            <CodeField {...field('code')} />
            <NewPasswordFields
              label="New password"
              password={field('password')}
              confirm={field('confirm')}
              error={refused}
            />
            <Button type="submit" size="lg" busy={busy === 'resetting'}>
              {busy === 'resetting' ? 'Resetting...' : 'Reset Password'}
            </Button>
            <ResendButton
              coolDown={coolDown}
              label="Resend verification code"
              busy={busy === 'sending'}
              onResend={() => void send(WORDS.sent_again, WORDS.resend_failed)}
            />
            <div className="auth-links">
              <button
                type="button"
                onClick={() => {
                  keepWaiting(null);
                  setNotice(null);
                  setRefused(null);
                  setStep('email');
                }}
              >
                Back to email address
              </button>
            </div>
          </>
        )}
      </AuthForm>
    </AuthFrame>
  );
}

function DoneNotice({ email }: { email: string }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  useCountdown(REDIRECT_SECONDS, () => void navigate(`/sign-in${search}`, { state: { email } }));
  return <Banner tone="note">{WORDS.done}</Banner>;
}
