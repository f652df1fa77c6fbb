import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { confirmNewPassword, forgotPassword, setPasswordByLink } from '#contract/client.calls.ts';
import { validateResetPassword } from '#domain/people/password.ts';
import { call } from '#web/api/api.ts';
import { MESSAGES } from '#web/api/error-messages.ts';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { AuthFrame } from '#web/auth/auth-frame.tsx';
import { CodeField } from '#web/auth/code-field.tsx';
import { NewPasswordFields } from '#web/auth/new-password-fields.tsx';
import { ResendButton, SendButton, useCoolDown } from '#web/auth/resend-button.tsx';
import { isInvalidCode, isUnanswered, PERHAPS_DONE, stepMessage } from '#web/auth/auth-messages.ts';
import { useCountdown } from '#web/auth/use-countdown.ts';
import { useFormValues, useHydrated } from '#web/api/use-form-values.ts';
import { usePendingVerification } from '#web/auth/use-pending-verification.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

const TEXTS = MESSAGES.reset;
/** How long the success message is shown before the redirect to the sign-in page (product.md §9.1). */
const REDIRECT_SECONDS = 3;
const LEDES = {
  email: 'It happens. Tell us your address and we will send you a code.',
  reset: 'The code is in your mail; it is good for ten minutes.',
  link: 'Your mail has brought you here; no code is needed.',
} as const;
const LINK = /^#key=([\w-]{43})$/;

/** The last request for a code. */
type CodeRequest = { email: string; sent_at: number; reset_id: string | null };

/**
 * Three steps: address, code and new password, redirect to the sign-in page (product.md §4.5). The link in a mail opens
 * the step with the new password.
 */
export function ForgotPasswordForm() {
  const { search, state } = useLocation();
  const hydrated = useHydrated();
  const { form, values, set, field } = useFormValues({ email: '', code: '', password: '', confirm: '' });
  const [step, setStep] = useState<'email' | 'reset' | 'link' | 'done'>('email');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState<'sending' | 'resetting' | null>(null);
  const unanswered = useRef(false);
  const [codeRequest, setCodeRequest] = useState<CodeRequest | null>(null);
  const [pass, setPass] = useState<string | undefined>();
  const coolDown = useCoolDown();
  const email = values.email.trim();
  const isRequestedHere = codeRequest !== null && codeRequest.email === email.toLowerCase();
  const showCodeStep = (pending: CodeRequest) => {
    setCodeRequest(pending);
    setStep('reset');
    setNotice({ tone: 'note', text: TEXTS.sent });
  };
  const setPending = usePendingVerification(({ reset_id = null, ...pending }) => {
    set({ email: pending.email });
    coolDown.start(pending.sent_at);
    showCodeStep({ ...pending, email: pending.email.toLowerCase(), reset_id });
  });
  const linkKey = useRef<string | null>(null);
  useLinkKey((key) => {
    linkKey.current = key;
    setStep('link');
  });

  const applyState = useEffectEvent(() => {
    const passed = (state as { email?: unknown } | null)?.email;
    if (typeof passed === 'string' && passed !== '' && step === 'email') set({ email: passed });
  });
  // Sign-in passes on the typed address. Read after mount, because a reload keeps this state, which the server never sees.
  useLayoutEffect(() => applyState(), []);

  const send = async (sent: string, failed: string) => {
    setNotice(null);
    setBusy('sending');
    try {
      const { reset_id = null } = await call(forgotPassword, { body: { email } });
      const pending = { email, sent_at: coolDown.start(), reset_id };
      setPending(pending);
      showCodeStep({ ...pending, email: email.toLowerCase() });
      setNotice({ tone: 'note', text: sent });
    } catch (error) {
      const text = stepMessage(error, forgotPassword, failed);
      coolDown.startIfTooMany(text);
      setNotice({ tone: 'error', text });
    }
    setBusy(null);
  };

  const setNewPassword = async () => {
    const { password, code } = values;
    if (linkKey.current !== null && step === 'link') {
      const done = await call(setPasswordByLink, { body: { key: linkKey.current, password } });
      set({ email: done.email });
      return done.sign_in_pass;
    }
    const reset_id =
      isRequestedHere && codeRequest.reset_id !== null ? { reset_id: codeRequest.reset_id } : {};
    const done = await call(confirmNewPassword, {
      body: { email, confirmationCode: code, password, ...reset_id },
    });
    return done.sign_in_pass;
  };

  const reset = async () => {
    setNotice(null);
    const result = validateResetPassword(values.password, values.confirm);
    setRefused(result.ok ? null : result.message);
    if (!result.ok) return;
    setBusy('resetting');
    try {
      setPass(await setNewPassword());
      setPending(null);
      setStep('done');
    } catch (error) {
      let text = stepMessage(
        error,
        step === 'link' ? setPasswordByLink : confirmNewPassword,
        TEXTS.reset_failed,
      );
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

  const submit = async () => {
    if (step !== 'email') return await reset();
    if (!isRequestedHere || !coolDown.isRunning()) return await send(TEXTS.sent, TEXTS.send_failed);
    setPending({ ...codeRequest, email });
    showCodeStep(codeRequest);
  };
  const showEmailStep = () => {
    setPending(null);
    setNotice(null);
    setRefused(null);
    setStep('email');
  };

  if (step === 'done')
    return (
      <AuthFrame title="All set" lede="You are being taken to the sign-in page." picture="garden">
        <DoneNotice {...{ email, pass }} />
      </AuthFrame>
    );

  return (
    <AuthFrame
      title={step === 'email' ? 'Forgot your password?' : 'Choose a new password'}
      lede={LEDES[step]}
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
            <SendButton
              coolDown={coolDown}
              label={busy ? 'Sending...' : 'Send Reset Code'}
              busy={busy !== null}
              disabled={!hydrated}
              isSameAddress={isRequestedHere}
            />
            <div className="auth-links">
              <Link to={`/sign-in${search}`} state={email ? { email } : null}>
                I remember my password
              </Link>
            </div>
          </>
        ) : (
          <>
            {/* Password managers read here the account of the new password. */}
            <input type="email" className="sr-only" autoComplete="username" value={email} readOnly hidden />
            {step === 'reset' && <CodeField {...field('code')} />}
            <NewPasswordFields
              label="New password"
              password={field('password')}
              confirm={field('confirm')}
              error={refused}
            />
            <Button type="submit" size="lg" busy={busy === 'resetting'}>
              {busy === 'resetting' ? 'Resetting...' : 'Reset Password'}
            </Button>
            {step === 'reset' && (
              <ResendButton
                coolDown={coolDown}
                label="Resend verification code"
                busy={busy === 'sending'}
                onResend={() => void send(TEXTS.sent_again, TEXTS.resend_failed)}
              />
            )}
            <div className="auth-links">
              <button type="button" onClick={showEmailStep}>
                {step === 'reset' ? 'Back to email address' : 'Have a code sent instead'}
              </button>
            </div>
          </>
        )}
      </AuthForm>
    </AuthFrame>
  );
}

/** Moves the key from the address, where others might read it, into the state of this history entry. */
function useLinkKey(onFound: (key: string) => void): void {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const readKey = useEffectEvent(() => {
    const stored = (state as { key?: unknown } | null)?.key;
    const found = LINK.exec(hash)?.[1] ?? (typeof stored === 'string' ? stored : null);
    if (found === null) return;
    onFound(found);
    if (hash !== '')
      void navigate({ search }, { replace: true, state: { key: found }, preventScrollReset: true });
  });
  // The part after # never reaches the server, so only a hydrated page can read it.
  useLayoutEffect(() => readKey(), [hash]);
}

/** With `pass` the next sign-in counts as one of a known browser. */
function DoneNotice({ email, pass }: { email: string; pass: string | undefined }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  useCountdown(
    REDIRECT_SECONDS,
    () => void navigate(`/sign-in${search}`, { state: { email, sign_in_pass: pass } }),
  );
  return <Banner tone="note">{TEXTS.done}</Banner>;
}
