import { type SubmitEvent, useState } from 'react';
import { staffSignIn, staffSignInCode, staffSignInPasskey } from '#contract/staff.calls.ts';
import type { Me } from '#contract/staff.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { PasskeyButton } from '#staff/passkeys/passkey-button.tsx';
import { canUsePasskeys } from '#staff/passkeys/passkey-prompt.ts';
import { CodeField } from '#staff/sign-in/code-field.tsx';
import { DemoCodeButton } from '#staff/sign-in/demo-code-button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

/** For the field of a step that has just started. */
const focus = (input: HTMLInputElement | null) => input?.focus();

type Step = 'PASSWORD' | 'CODE' | 'RECOVERY_CODE';

/** A passkey; or e-mail and password, then a code of the authenticator app or a recovery code. `email`: known already. */
export function SignInForm({ email: known = '', onDone }: { email?: string; onDone: (me: Me) => void }) {
  const [step, setStep] = useState<Step>('PASSWORD');
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [passkeyError, setPasskeyError] = useState<string | null>(null);
  const [hasPasskeys] = useState(canUsePasskeys);
  const show = (next: Step) => {
    setPasskeyError(null);
    setStep(next);
    setError(null);
  };

  const signIn = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setError(null);
    setPasskeyError(null);
    if (step === 'PASSWORD')
      return signIn.ask(() => callStaff(staffSignIn, { body: { email, password } }), {
        done: () => show('CODE'),
        refused: ({ message }) => setError(message),
      });
    const body = step === 'RECOVERY_CODE' ? { recovery_code: recoveryCode } : { code };
    signIn.ask(() => callStaff(staffSignInCode, { body }), {
      done: onDone,
      refused: ({ code: reason, message }) => {
        // The five minutes between password and code are over, or five codes were wrong.
        if (reason === 'SIGN_IN_EXPIRED') setStep('PASSWORD');
        setError(message);
      },
    });
  };

  return (
    <form method="post" className="gate-form" onSubmit={submit}>
      {step === 'PASSWORD' && (
        <>
          {hasPasskeys && (
            <>
              <PasskeyButton
                purpose="SIGN_IN"
                size="lg"
                onPasskey={async (body) => onDone(await callStaff(staffSignInPasskey, { body }))}
                onError={setPasskeyError}
              />
              {passkeyError !== null && <Banner tone="error">{passkeyError}</Banner>}
              <p className="gate-or flex gap-3 items-center text-muted text-small">or</p>
            </>
          )}
          <TextField
            label="Email"
            type="email"
            name="email"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={setEmail}
          />
          <PasswordField
            label="Password"
            name="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </>
      )}
      {step === 'CODE' && (
        <CodeField
          key={step}
          label="Code from your authenticator app"
          takesFocus
          value={code}
          onChange={setCode}
        />
      )}
      {step === 'RECOVERY_CODE' && (
        <TextField
          key={step}
          label="Recovery code"
          name="recovery_code"
          required
          ref={focus}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Each code works once."
          value={recoveryCode}
          onChange={setRecoveryCode}
        />
      )}
      {error !== null && <Banner tone="error">{error}</Banner>}
      <Button
        type="submit"
        look={step === 'PASSWORD' && hasPasskeys ? 'secondary' : 'primary'}
        size="lg"
        wide
        busy={signIn.isPending}
      >
        Sign in
      </Button>
      {step === 'CODE' && <DemoCodeButton onCode={setCode} />}
      {step !== 'PASSWORD' && (
        <div className="flex flex-wrap justify-between gap-x-5">
          <TextButton className="act" onClick={() => show(step === 'CODE' ? 'RECOVERY_CODE' : 'CODE')}>
            {step === 'CODE' ? 'Use a recovery code' : 'Use the authenticator app'}
          </TextButton>
          <TextButton className="act act-soft" onClick={() => show('PASSWORD')}>
            Back
          </TextButton>
          <p className="grow basis-full text-muted text-small">
            Lost both? Run <code className="text-ink text-xs">owner reset-factors</code> on the server.
          </p>
        </div>
      )}
    </form>
  );
}
