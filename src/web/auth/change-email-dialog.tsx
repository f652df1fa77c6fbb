import { useRef, useState } from 'react';
import { changeEmail, confirmEmailChange } from '#contract/client.calls.ts';
import { isInvalidCode, isUnanswered } from '#web/auth/auth-messages.ts';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { CodeField } from '#web/auth/code-field.tsx';
import { ResendButton, useCoolDown } from '#web/auth/resend-button.tsx';
import { ApiError, call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { type User, useSession } from '#web/api/session.ts';
import { useFormValues } from '#web/api/use-form-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { showToast } from '#web/ui/toast.tsx';

/** The new address and the present password, then the code that the new address gets (docs/decisions/0059). */
export function ChangeEmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { refetch } = useSession();
  const { form, values, set, field } = useFormValues({ email: '', password: '', code: '' });
  const [step, setStep] = useState<'address' | 'code'>('address');
  const [busy, setBusy] = useState<'sending' | 'changing' | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [wrong, setWrong] = useState<Record<string, unknown>>({});
  const coolDown = useCoolDown();
  const unanswered = useRef(false);
  const email = values.email.trim();
  const errorOf = (name: string) => (typeof wrong[name] === 'string' ? wrong[name] : null);

  /** True if it worked; else the notice or the fields say why not. */
  const run = async (what: 'sending' | 'changing', work: () => Promise<unknown>): Promise<boolean> => {
    setNotice(null);
    setWrong({});
    setBusy(what);
    try {
      await work();
      return true;
    } catch (error) {
      const text = errorMessage(error);
      unanswered.current ||= isUnanswered(error);
      coolDown.startIfTooMany(text);
      if (isInvalidCode(text)) set({ code: '' });
      if (error instanceof ApiError && error.status === 422)
        setWrong({ ...(error.details as Record<string, unknown> | undefined) });
      setNotice({ tone: 'error', text });
      return false;
    } finally {
      setBusy(null);
    }
  };

  const sendCode = async () => {
    const { password } = values;
    if (!(await run('sending', () => call(changeEmail, { body: { email, password } })))) return;
    coolDown.start();
    setStep('code');
    setNotice({ tone: 'note', text: `We sent a code to ${email}.` });
  };
  const change = async () => {
    const isDone = await run('changing', () =>
      call(confirmEmailChange, { body: { email, confirmation_code: values.code } }),
    );
    // A lost answer leaves it open whether the code was used: the record says.
    if (isDone || unanswered.current) await refetch();
    if (!isDone) return;
    showToast('Your e-mail has been changed');
    onClose();
  };

  return (
    <Dialog
      open
      width="narrow"
      title="Change e-mail"
      dirty={email !== '' || step === 'code'}
      locked={busy === 'changing'}
      onClose={onClose}
    >
      <AuthForm {...{ form, notice }} onSubmit={step === 'address' ? sendCode : change}>
        {step === 'address' ? (
          <>
            <p className="text-muted wrap-anywhere">
              You sign in with <strong className="inline-block">{user.email}</strong> and get our mails there.
              The new address gets a code.
            </p>
            <TextField
              label="New e-mail"
              type="email"
              required
              autoComplete="email"
              error={errorOf('email')}
              {...field('email')}
            />
            <PasswordField
              label="Your password"
              required
              autoComplete="current-password"
              error={errorOf('password')}
              {...field('password')}
            />
            <Button type="submit" size="lg" busy={busy === 'sending'}>
              <span>{busy === 'sending' ? 'Sending...' : 'Send code'}</span>
            </Button>
          </>
        ) : (
          <>
            <CodeField {...field('code')} />
            <p className="text-sm text-muted">
              Every other browser is signed out. Your old address gets a notice, with which you can take the
              change back for 7 days.
            </p>
            <Button type="submit" size="lg" busy={busy === 'changing'}>
              <span>{busy === 'changing' ? 'Changing...' : 'Change e-mail'}</span>
            </Button>
            <ResendButton
              coolDown={coolDown}
              label="Send the code again"
              busy={busy === 'sending'}
              onResend={() => void sendCode()}
            />
          </>
        )}
      </AuthForm>
    </Dialog>
  );
}
